# An agent without a server, one turn a line of standard input: a question, a topic, and what is
# learnt by answering it, with tabs between them. Before each answer it loads its context and
# recalls; after it, it records what it learnt, and says what was of use.
set -eu
budget=$1
day=1
while IFS="$(printf '\t')" read -r question topic learnt; do
    MEMENTO_NOW="2026-11-0${day}T09:00:00Z"
    export MEMENTO_NOW
    memento context --budget "$budget" --json -- "$question" >"context-$day.json"
    memento recall --literal --fence --limit 3 -- "$question" >"prompt-$day"
    ids=$(memento recall --literal --format ids --limit 3 -- "$question")
    memento record --topic "$topic" --set agent=loop -- "$learnt"
    if [ -n "$ids" ]; then
        best=$(printf '%s\n' "$ids" | head -n 1)
        memento reinforce "$best" --reason "turn $day"
        memento agent feedback "$best" helpful
    fi
    day=$((day + 1))
done
