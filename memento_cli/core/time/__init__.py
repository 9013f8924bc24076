"""Times: as stored, and in words.

`when.py` has moments and lengths as files and programs write them, and `days.py` spans of days. The
words for times in eleven languages are in `time_words.py`, their meanings are found by
`time_tokens.py`, and their grammar, which makes days of them, is `time_phrases.py`; of times made
of others, such as the first week of March, it is `time_spans.py`. Three readers use these:
`named_times.py` of a question, `typed_times.py` of an option (with `counted_times.py` for `3d` and
`in 2 weeks`, and `date_order.py` for 10/11/2026), and `date_extraction.py` of what is recorded.
"""
