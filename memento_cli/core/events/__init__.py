"""Events and what is made of them: feelings, moods, threads and plans (document 003)."""
