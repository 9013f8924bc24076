# bash completion for memento; made by `memento config completion bash`.

# Those of the words that begin with what is typed.
_memento_offer() {
    local word
    for word in "$@"; do
        if [[ $word == "$cur"* ]]; then
            COMPREPLY+=("$word")
            [[ $word == *: ]] && compopt -o nospace 2>/dev/null
        fi
    done
}

# Names, which are all that a store is asked for. They are taken as they are, never evaluated.
_memento_ids() {
    local id
    while IFS= read -r id; do
        COMPREPLY+=("${id%%$'\t'*}")
    done < <(command memento ${store:+--store "$store"} _complete "$@" -- "$cur" 2>/dev/null)
}

# The commands, in the order of the store's profile; these names where memento does not answer.
_memento_commands() {
    compopt -o nosort 2>/dev/null
    _memento_ids --in commands
    [[ ${#COMPREPLY[@]} -gt 0 ]] || _memento_offer "$@"
}

# Paths: -d for folders, -f for all.
_memento_paths() {
    local path
    compopt -o filenames 2>/dev/null
    while IFS= read -r path; do
        COMPREPLY+=("$path")
    done < <(compgen "$1" -- "$cur")
}

# Whether a value follows this option of the command.
_memento_takes() {
    local valued=" --store --now --format --fields --color "
    case $command in
        "record") valued+="-d --detail -p --person -t --topic -w --with --outcome -s --significance --kind --importance --at --about --source --privacy --project --session --fade --link --set --if-duplicate " ;;
        "recall") valued+="--why-not --in --hops --min-score --as-of --like --by -p --person -t --topic -w --with --kind --project --since --until --about --where --sort --order -l --limit --offset " ;;
        "list") valued+="--as-of -p --person -t --topic -w --with --kind --project --since --until --about --where --sort --order -l --limit --offset " ;;
        "open") valued+="--port " ;;
        "show") valued+="--as-of " ;;
        "edit") valued+="--summary -d --detail --set --unset --link --unlink -r --reason " ;;
        "reinforce") valued+="-r --reason " ;;
        "prune") valued+="--below " ;;
        "log") valued+="-l --limit " ;;
        "fade curve") valued+="-d --days --html " ;;
        "fade forecast") valued+="-d --days -l --limit --html " ;;
        "fade review") valued+="-l --limit --rate " ;;
        "fade set") valued+="-r --reason -p --person -t --topic -w --with --kind --project --since --until --about --where --sort --order -l --limit --offset " ;;
        "forget") valued+="-r --reason -p --person " ;;
        "event add") valued+="-u --user -a --assistant --speaker --image --source --client --session --project --of -w --with --at --about --about-confidence --life-stage --jsonl " ;;
        "event list") valued+="--since --until --source --about --client --session -p --person --thread -l --limit --offset " ;;
        "event link") valued+="--confidence -r --reason " ;;
        "event affect") valued+="--valence --arousal --dominance -l --label --text --confidence --of --mood --evidence -r --reason " ;;
        "event extract") valued+="--model --calls -r --reason " ;;
        "event thread add") valued+="--confidence -r --reason " ;;
        "event thread remove") valued+="-r --reason " ;;
        "event thread split") valued+="-r --reason " ;;
        "event thread merge") valued+="-r --reason " ;;
        "fact set") valued+="--of --from --until --confidence --evidence -r --reason " ;;
        "fact get") valued+="--of --at --as-of " ;;
        "fact list") valued+="--of --at --as-of -d --domain " ;;
        "fact history") valued+="--of " ;;
        "fact correct") valued+="--of --at --confidence --evidence -r --reason " ;;
        "fact end") valued+="--of --at --until --evidence -r --reason " ;;
        "fact like") valued+="-d --domain --of --note --event --evidence -r --reason " ;;
        "fact dislike") valued+="-d --domain --of --note --event --evidence -r --reason " ;;
        "fact confirm") valued+="-d --domain --of --note --event --evidence -r --reason " ;;
        "fact revoke") valued+="-d --domain --of --note --event --evidence -r --reason " ;;
        "state add") valued+="--due --of --from --until --confidence --payload --about --about-confidence --life-stage --event --evidence -r --reason " ;;
        "state list") valued+="--kind --as-of --of " ;;
        "state update") valued+="--body --due --from --until --confidence --payload --about --about-confidence --life-stage --event --evidence -r --reason " ;;
        "state done") valued+="--event --evidence -r --reason " ;;
        "state close") valued+="--at --event --evidence -r --reason " ;;
        "state confirm") valued+="--event --evidence -r --reason " ;;
        "state mood") valued+="--of --say --since --html --event --evidence -r --reason " ;;
        "block set") valued+="--of --description -r --reason " ;;
        "block get") valued+="--of " ;;
        "block list") valued+="--of " ;;
        "block delete") valued+="--of -r --reason " ;;
        "kv set") valued+="--ttl --of -r --reason " ;;
        "kv get") valued+="--of " ;;
        "kv list") valued+="--of " ;;
        "kv unset") valued+="--of -r --reason " ;;
        "session start") valued+="--id --budget --project --agent --of -r --reason " ;;
        "session add") valued+="--role --who --from --jsonl " ;;
        "session summarize") valued+="-r --reason " ;;
        "session end") valued+="-r --reason " ;;
        "context") valued+="--budget --of --in-session -p --person -t --topic -w --with --kind --project --since --until --about --where --sort --order -l --limit --offset " ;;
        "graph add") valued+="--weight --law -e --evidence -r --reason " ;;
        "graph remove") valued+="-r --reason " ;;
        "graph show") valued+="--hops -l --limit " ;;
        "graph name") valued+="--alias --kind -r --reason " ;;
        "graph delete") valued+="-r --reason " ;;
        "agent setup") valued+="--client --only --write --scope --min-trust --of --toolset --compat " ;;
        "agent mcp") valued+="--http --token-file --scope --min-trust --of --toolset --compat --hub --tenant " ;;
        "agent tools") valued+="--toolset --compat " ;;
        "agent call") valued+="--scope --min-trust " ;;
        "agent token add") valued+="--scope --min-trust " ;;
        "agent hook") valued+="--budget " ;;
        "agent feedback") valued+="--score --answer -r --reason " ;;
        "agent materialize") valued+="--client --min-trust -p --person -t --topic -w --with --kind --project --since --until --about --where --sort --order -l --limit --offset " ;;
        "init") valued+="--profile -p --person " ;;
        "tidy list") valued+="--min-score -l --limit " ;;
        "tidy apply") valued+="--only -r --reason " ;;
        "tidy reject") valued+="-r --reason " ;;
        "tidy propose") valued+="--since --limit --only " ;;
        "import") valued+="--git --from -p --person " ;;
        "export") valued+="-o --output --kinds -p --person -t --topic -w --with --kind --project --since --until --about --where --sort --order -l --limit --offset " ;;
        "store settle") valued+="--adopt " ;;
        "store watch") valued+="--debounce --every --exec " ;;
        "store vectors fill") valued+="--limit " ;;
        "store sync") valued+="--tenant " ;;
        "store hub clone") valued+="--tenant " ;;
        "store hub add") valued+="--tenant --hub " ;;
        "store hub remove") valued+="--tenant --hub " ;;
        "store hub limit") valued+="--lines --bytes --calls --hub " ;;
        "store hub erase") valued+="--hub " ;;
        "store hub forget-clone") valued+="--tenant --hub " ;;
        "help") valued+="--html " ;;
    esac
    [[ $valued == *" $1 "* ]]
}

# Whether the command is a group, whose own commands come next.
_memento_group() {
    case $command in
        "" | "fade" | "event" | "event thread" | "fact" | "state" | "block" | "kv" | "session" | "graph" | "agent" | "agent token" | "config" | "tidy" | "store" | "store vectors" | "store hub") return 0 ;;
    esac
    return 1
}

_memento() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local command="" store="" word i=1 place=0
    COMPREPLY=()
    if [[ $cur == "=" ]]; then
        cur=""
    elif [[ $prev == "=" ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    while ((i < COMP_CWORD)); do
        word=${COMP_WORDS[i]}
        if [[ $word != -* ]]; then
            if [[ $place == 0 ]]; then
                command+=${command:+ }$word
                _memento_group || place=1
            else
                ((place++))
            fi
        elif _memento_takes "$word"; then
            [[ ${COMP_WORDS[i + 1]} == "=" ]] && ((i++))
            ((i++))
            [[ $word == --store ]] && store=${COMP_WORDS[i]/#\~/$HOME}
        fi
        ((i++))
    done

    case "$command $prev" in
        "record -d" | "record --detail")
            return
            ;;
        "record -p" | "record --person")
            return
            ;;
        "record -t" | "record --topic")
            return
            ;;
        "record -w" | "record --with")
            return
            ;;
        "record --outcome")
            _memento_offer positive negative neutral mixed
            return
            ;;
        "record -s" | "record --significance")
            _memento_offer high medium low
            return
            ;;
        "record --kind")
            _memento_offer working episodic semantic procedural
            return
            ;;
        "record --importance")
            return
            ;;
        "record --at")
            return
            ;;
        "record --about")
            _memento_offer elementary middle high university work
            return
            ;;
        "record --source")
            return
            ;;
        "record --privacy")
            _memento_offer private team public
            return
            ;;
        "record --project")
            return
            ;;
        "record --session")
            return
            ;;
        "record --fade")
            return
            ;;
        "record --link")
            _memento_offer cause_of: derived_from: duplicates: contradicts: supersedes:
            return
            ;;
        "record --set")
            return
            ;;
        "record --if-duplicate")
            _memento_offer ask keep reinforce link supersede
            return
            ;;
        "recall --why-not")
            _memento_ids
            return
            ;;
        "recall --in")
            return
            ;;
        "recall --hops")
            return
            ;;
        "recall --min-score")
            return
            ;;
        "recall --as-of")
            return
            ;;
        "recall --like")
            _memento_ids
            return
            ;;
        "recall --by")
            _memento_offer text meaning
            return
            ;;
        "recall -p" | "recall --person")
            return
            ;;
        "recall -t" | "recall --topic")
            return
            ;;
        "recall -w" | "recall --with")
            return
            ;;
        "recall --kind")
            _memento_offer working episodic semantic procedural
            return
            ;;
        "recall --project")
            return
            ;;
        "recall --since")
            return
            ;;
        "recall --until")
            return
            ;;
        "recall --about")
            _memento_offer elementary middle high university work
            return
            ;;
        "recall --where")
            _memento_offer person: topic: with: outcome: kind: project: agent: session: tier: trust: strength: importance: privacy: since: until: about:
            return
            ;;
        "recall --sort")
            _memento_offer score strength created last_reinforced importance
            return
            ;;
        "recall --order")
            _memento_offer desc asc
            return
            ;;
        "recall -l" | "recall --limit")
            return
            ;;
        "recall --offset")
            return
            ;;
        "list --as-of")
            return
            ;;
        "list -p" | "list --person")
            return
            ;;
        "list -t" | "list --topic")
            return
            ;;
        "list -w" | "list --with")
            return
            ;;
        "list --kind")
            _memento_offer working episodic semantic procedural
            return
            ;;
        "list --project")
            return
            ;;
        "list --since")
            return
            ;;
        "list --until")
            return
            ;;
        "list --about")
            _memento_offer elementary middle high university work
            return
            ;;
        "list --where")
            _memento_offer person: topic: with: outcome: kind: project: agent: session: tier: trust: strength: importance: privacy: since: until: about:
            return
            ;;
        "list --sort")
            _memento_offer score strength created last_reinforced importance
            return
            ;;
        "list --order")
            _memento_offer desc asc
            return
            ;;
        "list -l" | "list --limit")
            return
            ;;
        "list --offset")
            return
            ;;
        "open --port")
            return
            ;;
        "show --as-of")
            return
            ;;
        "edit --summary")
            return
            ;;
        "edit -d" | "edit --detail")
            return
            ;;
        "edit --set")
            return
            ;;
        "edit --unset")
            return
            ;;
        "edit --link")
            _memento_offer cause_of: derived_from: duplicates: contradicts: supersedes:
            return
            ;;
        "edit --unlink")
            _memento_offer cause_of: derived_from: duplicates: contradicts: supersedes:
            return
            ;;
        "edit -r" | "edit --reason")
            return
            ;;
        "reinforce -r" | "reinforce --reason")
            return
            ;;
        "prune --below")
            return
            ;;
        "log -l" | "log --limit")
            return
            ;;
        "fade curve -d" | "fade curve --days")
            return
            ;;
        "fade curve --html")
            return
            ;;
        "fade forecast -d" | "fade forecast --days")
            return
            ;;
        "fade forecast -l" | "fade forecast --limit")
            return
            ;;
        "fade forecast --html")
            return
            ;;
        "fade review -l" | "fade review --limit")
            return
            ;;
        "fade review --rate")
            _memento_offer again hard good easy
            return
            ;;
        "fade set -r" | "fade set --reason")
            return
            ;;
        "fade set -p" | "fade set --person")
            return
            ;;
        "fade set -t" | "fade set --topic")
            return
            ;;
        "fade set -w" | "fade set --with")
            return
            ;;
        "fade set --kind")
            _memento_offer working episodic semantic procedural
            return
            ;;
        "fade set --project")
            return
            ;;
        "fade set --since")
            return
            ;;
        "fade set --until")
            return
            ;;
        "fade set --about")
            _memento_offer elementary middle high university work
            return
            ;;
        "fade set --where")
            _memento_offer person: topic: with: outcome: kind: project: agent: session: tier: trust: strength: importance: privacy: since: until: about:
            return
            ;;
        "fade set --sort")
            _memento_offer score strength created last_reinforced importance
            return
            ;;
        "fade set --order")
            _memento_offer desc asc
            return
            ;;
        "fade set -l" | "fade set --limit")
            return
            ;;
        "fade set --offset")
            return
            ;;
        "forget -r" | "forget --reason")
            return
            ;;
        "forget -p" | "forget --person")
            return
            ;;
        "event add -u" | "event add --user")
            return
            ;;
        "event add -a" | "event add --assistant")
            return
            ;;
        "event add --speaker")
            return
            ;;
        "event add --image")
            return
            ;;
        "event add --source")
            _memento_offer chat notification image reminder meta_proactive
            return
            ;;
        "event add --client")
            return
            ;;
        "event add --session")
            return
            ;;
        "event add --project")
            return
            ;;
        "event add --of")
            return
            ;;
        "event add -w" | "event add --with")
            return
            ;;
        "event add --at")
            return
            ;;
        "event add --about")
            _memento_offer elementary middle high university work
            return
            ;;
        "event add --about-confidence")
            return
            ;;
        "event add --life-stage")
            _memento_offer elementary middle high university work
            return
            ;;
        "event add --jsonl")
            return
            ;;
        "event list --since")
            return
            ;;
        "event list --until")
            return
            ;;
        "event list --source")
            _memento_offer chat notification image reminder meta_proactive
            return
            ;;
        "event list --about")
            _memento_offer elementary middle high university work
            return
            ;;
        "event list --client")
            return
            ;;
        "event list --session")
            return
            ;;
        "event list -p" | "event list --person")
            return
            ;;
        "event list --thread")
            _memento_ids --in threads
            return
            ;;
        "event list -l" | "event list --limit")
            return
            ;;
        "event list --offset")
            return
            ;;
        "event link --confidence")
            return
            ;;
        "event link -r" | "event link --reason")
            return
            ;;
        "event affect --valence")
            return
            ;;
        "event affect --arousal")
            return
            ;;
        "event affect --dominance")
            return
            ;;
        "event affect -l" | "event affect --label")
            return
            ;;
        "event affect --text")
            return
            ;;
        "event affect --confidence")
            return
            ;;
        "event affect --of")
            return
            ;;
        "event affect --mood")
            return
            ;;
        "event affect --evidence")
            _memento_ids
            return
            ;;
        "event affect -r" | "event affect --reason")
            return
            ;;
        "event extract --model")
            return
            ;;
        "event extract --calls")
            return
            ;;
        "event extract -r" | "event extract --reason")
            return
            ;;
        "event thread add --confidence")
            return
            ;;
        "event thread add -r" | "event thread add --reason")
            return
            ;;
        "event thread remove -r" | "event thread remove --reason")
            return
            ;;
        "event thread split -r" | "event thread split --reason")
            return
            ;;
        "event thread merge -r" | "event thread merge --reason")
            return
            ;;
        "fact set --of")
            return
            ;;
        "fact set --from")
            return
            ;;
        "fact set --until")
            return
            ;;
        "fact set --confidence")
            return
            ;;
        "fact set --evidence")
            _memento_ids --in events
            return
            ;;
        "fact set -r" | "fact set --reason")
            return
            ;;
        "fact get --of")
            return
            ;;
        "fact get --at")
            return
            ;;
        "fact get --as-of")
            return
            ;;
        "fact list --of")
            return
            ;;
        "fact list --at")
            return
            ;;
        "fact list --as-of")
            return
            ;;
        "fact list -d" | "fact list --domain")
            _memento_offer food topic style
            return
            ;;
        "fact history --of")
            return
            ;;
        "fact correct --of")
            return
            ;;
        "fact correct --at")
            return
            ;;
        "fact correct --confidence")
            return
            ;;
        "fact correct --evidence")
            _memento_ids --in events
            return
            ;;
        "fact correct -r" | "fact correct --reason")
            return
            ;;
        "fact end --of")
            return
            ;;
        "fact end --at")
            return
            ;;
        "fact end --until")
            return
            ;;
        "fact end --evidence")
            _memento_ids --in events
            return
            ;;
        "fact end -r" | "fact end --reason")
            return
            ;;
        "fact like -d" | "fact like --domain")
            _memento_offer food topic style
            return
            ;;
        "fact like --of")
            return
            ;;
        "fact like --note")
            return
            ;;
        "fact like --event")
            _memento_ids
            return
            ;;
        "fact like --evidence")
            _memento_ids
            return
            ;;
        "fact like -r" | "fact like --reason")
            return
            ;;
        "fact dislike -d" | "fact dislike --domain")
            _memento_offer food topic style
            return
            ;;
        "fact dislike --of")
            return
            ;;
        "fact dislike --note")
            return
            ;;
        "fact dislike --event")
            _memento_ids
            return
            ;;
        "fact dislike --evidence")
            _memento_ids
            return
            ;;
        "fact dislike -r" | "fact dislike --reason")
            return
            ;;
        "fact confirm -d" | "fact confirm --domain")
            _memento_offer food topic style
            return
            ;;
        "fact confirm --of")
            return
            ;;
        "fact confirm --note")
            return
            ;;
        "fact confirm --event")
            _memento_ids
            return
            ;;
        "fact confirm --evidence")
            _memento_ids
            return
            ;;
        "fact confirm -r" | "fact confirm --reason")
            return
            ;;
        "fact revoke -d" | "fact revoke --domain")
            _memento_offer food topic style
            return
            ;;
        "fact revoke --of")
            return
            ;;
        "fact revoke --note")
            return
            ;;
        "fact revoke --event")
            _memento_ids
            return
            ;;
        "fact revoke --evidence")
            _memento_ids
            return
            ;;
        "fact revoke -r" | "fact revoke --reason")
            return
            ;;
        "state add --due")
            return
            ;;
        "state add --of")
            return
            ;;
        "state add --from")
            return
            ;;
        "state add --until")
            return
            ;;
        "state add --confidence")
            return
            ;;
        "state add --payload")
            return
            ;;
        "state add --about")
            _memento_offer elementary middle high university work
            return
            ;;
        "state add --about-confidence")
            return
            ;;
        "state add --life-stage")
            _memento_offer elementary middle high university work
            return
            ;;
        "state add --event")
            _memento_ids
            return
            ;;
        "state add --evidence")
            _memento_ids
            return
            ;;
        "state add -r" | "state add --reason")
            return
            ;;
        "state list --kind")
            _memento_offer fact relation task summary long_mood_state
            return
            ;;
        "state list --as-of")
            return
            ;;
        "state list --of")
            return
            ;;
        "state update --body")
            return
            ;;
        "state update --due")
            return
            ;;
        "state update --from")
            return
            ;;
        "state update --until")
            return
            ;;
        "state update --confidence")
            return
            ;;
        "state update --payload")
            return
            ;;
        "state update --about")
            _memento_offer elementary middle high university work
            return
            ;;
        "state update --about-confidence")
            return
            ;;
        "state update --life-stage")
            _memento_offer elementary middle high university work
            return
            ;;
        "state update --event")
            _memento_ids
            return
            ;;
        "state update --evidence")
            _memento_ids
            return
            ;;
        "state update -r" | "state update --reason")
            return
            ;;
        "state done --event")
            _memento_ids
            return
            ;;
        "state done --evidence")
            _memento_ids
            return
            ;;
        "state done -r" | "state done --reason")
            return
            ;;
        "state close --at")
            return
            ;;
        "state close --event")
            _memento_ids
            return
            ;;
        "state close --evidence")
            _memento_ids
            return
            ;;
        "state close -r" | "state close --reason")
            return
            ;;
        "state confirm --event")
            _memento_ids
            return
            ;;
        "state confirm --evidence")
            _memento_ids
            return
            ;;
        "state confirm -r" | "state confirm --reason")
            return
            ;;
        "state mood --of")
            return
            ;;
        "state mood --say")
            return
            ;;
        "state mood --since")
            return
            ;;
        "state mood --html")
            return
            ;;
        "state mood --event")
            _memento_ids
            return
            ;;
        "state mood --evidence")
            _memento_ids
            return
            ;;
        "state mood -r" | "state mood --reason")
            return
            ;;
        "block set --of")
            return
            ;;
        "block set --description")
            return
            ;;
        "block set -r" | "block set --reason")
            return
            ;;
        "block get --of")
            return
            ;;
        "block list --of")
            return
            ;;
        "block delete --of")
            return
            ;;
        "block delete -r" | "block delete --reason")
            return
            ;;
        "kv set --ttl")
            return
            ;;
        "kv set --of")
            return
            ;;
        "kv set -r" | "kv set --reason")
            return
            ;;
        "kv get --of")
            return
            ;;
        "kv list --of")
            return
            ;;
        "kv unset --of")
            return
            ;;
        "kv unset -r" | "kv unset --reason")
            return
            ;;
        "session start --id")
            _memento_ids
            return
            ;;
        "session start --budget")
            return
            ;;
        "session start --project")
            return
            ;;
        "session start --agent")
            return
            ;;
        "session start --of")
            return
            ;;
        "session start -r" | "session start --reason")
            return
            ;;
        "session add --role")
            _memento_offer user assistant tool note
            return
            ;;
        "session add --who")
            return
            ;;
        "session add --from")
            return
            ;;
        "session add --jsonl")
            return
            ;;
        "session summarize -r" | "session summarize --reason")
            return
            ;;
        "session end -r" | "session end --reason")
            return
            ;;
        "context --budget")
            return
            ;;
        "context --of")
            return
            ;;
        "context --in-session")
            _memento_ids
            return
            ;;
        "context -p" | "context --person")
            return
            ;;
        "context -t" | "context --topic")
            return
            ;;
        "context -w" | "context --with")
            return
            ;;
        "context --kind")
            _memento_offer working episodic semantic procedural
            return
            ;;
        "context --project")
            return
            ;;
        "context --since")
            return
            ;;
        "context --until")
            return
            ;;
        "context --about")
            _memento_offer elementary middle high university work
            return
            ;;
        "context --where")
            _memento_offer person: topic: with: outcome: kind: project: agent: session: tier: trust: strength: importance: privacy: since: until: about:
            return
            ;;
        "context --sort")
            _memento_offer score strength created last_reinforced importance
            return
            ;;
        "context --order")
            _memento_offer desc asc
            return
            ;;
        "context -l" | "context --limit")
            return
            ;;
        "context --offset")
            return
            ;;
        "graph add --weight")
            return
            ;;
        "graph add --law")
            return
            ;;
        "graph add -e" | "graph add --evidence")
            _memento_ids
            return
            ;;
        "graph add -r" | "graph add --reason")
            return
            ;;
        "graph remove -r" | "graph remove --reason")
            return
            ;;
        "graph list --format")
            _memento_offer table json ndjson tsv ids dot mermaid svg
            return
            ;;
        "graph show --format")
            _memento_offer table json ndjson tsv ids dot mermaid svg
            return
            ;;
        "graph show --hops")
            return
            ;;
        "graph show -l" | "graph show --limit")
            return
            ;;
        "graph path --format")
            _memento_offer table json ndjson tsv ids dot mermaid svg
            return
            ;;
        "graph name --alias")
            return
            ;;
        "graph name --kind")
            return
            ;;
        "graph name -r" | "graph name --reason")
            return
            ;;
        "graph delete -r" | "graph delete --reason")
            return
            ;;
        "agent setup --client")
            _memento_offer claude cursor vscode codex gemini opencode copilot windsurf zed goose claude-desktop
            return
            ;;
        "agent setup --only")
            _memento_offer server skill rule hooks
            return
            ;;
        "agent setup --write")
            _memento_paths -d
            return
            ;;
        "agent setup --scope")
            return
            ;;
        "agent setup --min-trust")
            _memento_offer user confirmed agent imported
            return
            ;;
        "agent setup --of")
            return
            ;;
        "agent setup --toolset")
            _memento_offer core full companion review
            return
            ;;
        "agent setup --compat")
            return
            ;;
        "agent mcp --http")
            return
            ;;
        "agent mcp --token-file")
            _memento_paths -d
            return
            ;;
        "agent mcp --scope")
            return
            ;;
        "agent mcp --min-trust")
            _memento_offer user confirmed agent imported
            return
            ;;
        "agent mcp --of")
            return
            ;;
        "agent mcp --toolset")
            _memento_offer core full companion review
            return
            ;;
        "agent mcp --compat")
            return
            ;;
        "agent mcp --hub")
            return
            ;;
        "agent mcp --tenant")
            return
            ;;
        "agent tools --format")
            _memento_offer json openai responses anthropic
            return
            ;;
        "agent tools --toolset")
            _memento_offer core full companion review
            return
            ;;
        "agent tools --compat")
            return
            ;;
        "agent call --scope")
            return
            ;;
        "agent call --min-trust")
            _memento_offer user confirmed agent imported
            return
            ;;
        "agent token add --scope")
            return
            ;;
        "agent token add --min-trust")
            _memento_offer user confirmed agent imported
            return
            ;;
        "agent hook --budget")
            return
            ;;
        "agent feedback --score")
            return
            ;;
        "agent feedback --answer")
            return
            ;;
        "agent feedback -r" | "agent feedback --reason")
            return
            ;;
        "agent materialize --client")
            _memento_offer claude codex gemini agents
            return
            ;;
        "agent materialize --min-trust")
            _memento_offer user confirmed agent imported
            return
            ;;
        "agent materialize -p" | "agent materialize --person")
            return
            ;;
        "agent materialize -t" | "agent materialize --topic")
            return
            ;;
        "agent materialize -w" | "agent materialize --with")
            return
            ;;
        "agent materialize --kind")
            _memento_offer working episodic semantic procedural
            return
            ;;
        "agent materialize --project")
            return
            ;;
        "agent materialize --since")
            return
            ;;
        "agent materialize --until")
            return
            ;;
        "agent materialize --about")
            _memento_offer elementary middle high university work
            return
            ;;
        "agent materialize --where")
            _memento_offer person: topic: with: outcome: kind: project: agent: session: tier: trust: strength: importance: privacy: since: until: about:
            return
            ;;
        "agent materialize --sort")
            _memento_offer score strength created last_reinforced importance
            return
            ;;
        "agent materialize --order")
            _memento_offer desc asc
            return
            ;;
        "agent materialize -l" | "agent materialize --limit")
            return
            ;;
        "agent materialize --offset")
            return
            ;;
        "init --profile")
            _memento_offer half-life ebbinghaus agent companion tiers
            return
            ;;
        "init -p" | "init --person")
            return
            ;;
        "tidy list --min-score")
            return
            ;;
        "tidy list -l" | "tidy list --limit")
            return
            ;;
        "tidy apply --only")
            return
            ;;
        "tidy apply -r" | "tidy apply --reason")
            return
            ;;
        "tidy reject -r" | "tidy reject --reason")
            return
            ;;
        "tidy propose --since")
            return
            ;;
        "tidy propose --limit")
            return
            ;;
        "tidy propose --only")
            return
            ;;
        "import --git")
            _memento_paths -d
            return
            ;;
        "import --from")
            _memento_offer jsonl openai anthropic locomo mem0 markdown jrnl csv toml claude-memory codex-memory gemini-memory agents-memory
            return
            ;;
        "import -p" | "import --person")
            return
            ;;
        "export --format")
            _memento_offer ndjson markdown csv html
            return
            ;;
        "export -o" | "export --output")
            _memento_paths -d
            return
            ;;
        "export --kinds")
            return
            ;;
        "export -p" | "export --person")
            return
            ;;
        "export -t" | "export --topic")
            return
            ;;
        "export -w" | "export --with")
            return
            ;;
        "export --kind")
            _memento_offer working episodic semantic procedural
            return
            ;;
        "export --project")
            return
            ;;
        "export --since")
            return
            ;;
        "export --until")
            return
            ;;
        "export --about")
            _memento_offer elementary middle high university work
            return
            ;;
        "export --where")
            _memento_offer person: topic: with: outcome: kind: project: agent: session: tier: trust: strength: importance: privacy: since: until: about:
            return
            ;;
        "export --sort")
            _memento_offer score strength created last_reinforced importance
            return
            ;;
        "export --order")
            _memento_offer desc asc
            return
            ;;
        "export -l" | "export --limit")
            return
            ;;
        "export --offset")
            return
            ;;
        "store settle --adopt")
            _memento_ids
            return
            ;;
        "store watch --debounce")
            return
            ;;
        "store watch --every")
            return
            ;;
        "store watch --exec")
            return
            ;;
        "store vectors fill --limit")
            return
            ;;
        "store sync --tenant")
            return
            ;;
        "store hub clone --tenant")
            return
            ;;
        "store hub add --tenant")
            return
            ;;
        "store hub add --hub")
            return
            ;;
        "store hub remove --tenant")
            return
            ;;
        "store hub remove --hub")
            return
            ;;
        "store hub limit --lines")
            return
            ;;
        "store hub limit --bytes")
            return
            ;;
        "store hub limit --calls")
            return
            ;;
        "store hub limit --hub")
            return
            ;;
        "store hub erase --hub")
            return
            ;;
        "store hub forget-clone --tenant")
            return
            ;;
        "store hub forget-clone --hub")
            return
            ;;
        "help --html")
            return
            ;;
        *" --store")
            _memento_paths -d
            return
            ;;
        *" --now")
            return
            ;;
        *" --format")
            _memento_offer table json ndjson tsv ids
            return
            ;;
        *" --fields")
            return
            ;;
        *" --color")
            _memento_offer auto always never
            return
            ;;
    esac
    if [[ $cur == -* ]]; then
        _memento_offer --store --now --format --json --fields --utc -q --quiet --color -h --help
        case $command in
            "") _memento_offer --version ;;
            "record") _memento_offer -d --detail -e --editor -p --person -t --topic -w --with --outcome -s --significance --kind --importance --pin --at --about --source --privacy --project --session --fade --link --set --if-duplicate --allow-secret -n --dry-run -y --yes ;;
            "recall") _memento_offer -a --all --literal --deep --fresh --explain --full --fence --read-only --why-not --in --hops --min-score --no-vectors --as-of --like --by -p --person -t --topic -w --with --kind --project --since --until --about --where --sort --order -l --limit --offset ;;
            "list") _memento_offer -a --all --archived --fresh --as-of -p --person -t --topic -w --with --kind --project --since --until --about --where --sort --order -l --limit --offset ;;
            "open") _memento_offer --web --write --port --no-browser ;;
            "show") _memento_offer --raw --path --fence --as-of ;;
            "edit") _memento_offer --summary -d --detail --set --unset --link --unlink -r --reason --allow-secret -y --yes ;;
            "reinforce") _memento_offer -r --reason -n --dry-run ;;
            "prune") _memento_offer --below --retention -e --edit -n --dry-run -y --yes ;;
            "undo") _memento_offer -n --dry-run -y --yes ;;
            "log") _memento_offer -l --limit --git --changes ;;
            "fade curve") _memento_offer -d --days --laws --ascii --html --force ;;
            "fade forecast") _memento_offer -d --days -l --limit --chart --no-chart --replay --ascii --html --force ;;
            "fade review") _memento_offer --due -a --all -l --limit --rate --confirm ;;
            "fade set") _memento_offer --all -r --reason -n --dry-run -y --yes -p --person -t --topic -w --with --kind --project --since --until --about --where --sort --order -l --limit --offset ;;
            "pin") _memento_offer --remove -y --yes ;;
            "forget") _memento_offer -r --reason --erase --everything -p --person -n --dry-run -y --yes ;;
            "restore") _memento_offer -y --yes ;;
            "event add") _memento_offer -u --user -a --assistant --speaker --image --source --client --session --project --of -w --with --at --unfinished --about --about-confidence --life-stage --jsonl --strict --allow-secret -n --dry-run ;;
            "event list") _memento_offer --since --until --source --about --client --session -p --person --thread -l --limit --offset ;;
            "event link") _memento_offer --confidence --remove -r --reason ;;
            "event affect") _memento_offer --valence --arousal --dominance -l --label --text --confidence --of --mood --evidence -r --reason --allow-secret -y --yes ;;
            "event extract") _memento_offer --model --prompt --calls --queue --apply --skip-bad --strict -r --reason --allow-secret -n --dry-run -y --yes ;;
            "event thread add") _memento_offer --confidence -r --reason --allow-secret ;;
            "event thread remove") _memento_offer -r --reason --allow-secret ;;
            "event thread split") _memento_offer -r --reason --allow-secret ;;
            "event thread merge") _memento_offer -r --reason --allow-secret ;;
            "fact set") _memento_offer --of --from --until --beside --confidence --evidence -r --reason --allow-secret -y --yes ;;
            "fact get") _memento_offer --of --at --as-of ;;
            "fact list") _memento_offer --of --at --as-of --likes -d --domain --confirmed -a --all ;;
            "fact history") _memento_offer --of ;;
            "fact correct") _memento_offer --of --at --confidence --evidence -r --reason --allow-secret -y --yes ;;
            "fact end") _memento_offer --of --at --until --evidence -r --reason --allow-secret -y --yes ;;
            "fact like") _memento_offer -d --domain --of --confirmed --note --event --evidence -r --reason --allow-secret -y --yes ;;
            "fact dislike") _memento_offer -d --domain --of --confirmed --note --event --evidence -r --reason --allow-secret -y --yes ;;
            "fact confirm") _memento_offer -d --domain --of --dislike --note --event --evidence -r --reason --allow-secret -y --yes ;;
            "fact revoke") _memento_offer -d --domain --of --dislike --note --event --evidence -r --reason --allow-secret -y --yes ;;
            "state add") _memento_offer --due --of --from --until --confidence --payload --about --about-confidence --life-stage --event --evidence -r --reason --allow-secret -y --yes ;;
            "state list") _memento_offer --kind -a --all --as-of --of ;;
            "state update") _memento_offer --body --due --from --until --confidence --payload --about --about-confidence --life-stage --event --evidence -r --reason --allow-secret -y --yes ;;
            "state done") _memento_offer --event --evidence -r --reason --allow-secret -y --yes ;;
            "state close") _memento_offer --at --event --evidence -r --reason --allow-secret -y --yes ;;
            "state confirm") _memento_offer --event --evidence -r --reason --allow-secret ;;
            "state mood") _memento_offer --of --say --history --since --html --ascii --force --event --evidence -r --reason --allow-secret -y --yes ;;
            "block set") _memento_offer --of --description -r --reason --allow-secret -y --yes ;;
            "block get") _memento_offer --of ;;
            "block list") _memento_offer --of ;;
            "block delete") _memento_offer --of -r --reason -y --yes ;;
            "kv set") _memento_offer --ttl --of --as-json -r --reason --allow-secret -y --yes ;;
            "kv get") _memento_offer --of ;;
            "kv list") _memento_offer --of -a --all ;;
            "kv unset") _memento_offer --of -r --reason -y --yes ;;
            "session start") _memento_offer --id --budget --project --agent --of -r --reason --allow-secret ;;
            "session add") _memento_offer --role --who --from --jsonl --allow-secret ;;
            "session summarize") _memento_offer -r --reason --allow-secret ;;
            "session end") _memento_offer -r --reason --allow-secret ;;
            "context") _memento_offer --budget --of --in-session --no-vectors -p --person -t --topic -w --with --kind --project --since --until --about --where --sort --order -l --limit --offset ;;
            "graph add") _memento_offer --weight --law -e --evidence -r --reason --allow-secret ;;
            "graph remove") _memento_offer -r --reason -y --yes ;;
            "graph list") _memento_offer --deep ;;
            "graph show") _memento_offer --hops --deep -l --limit ;;
            "graph path") _memento_offer --deep ;;
            "graph name") _memento_offer --alias --kind --remove -r --reason -y --yes --allow-secret ;;
            "graph delete") _memento_offer -r --reason -y --yes ;;
            "agent setup") _memento_offer --client --only --write -n --dry-run --check --read-only --allow-destructive --scope --min-trust --of --toolset --compat ;;
            "agent mcp") _memento_offer --http --token-file --read-only --allow-destructive --scope --min-trust --of --toolset --compat --hub --tenant --local-ack ;;
            "agent tools") _memento_offer --read-only --toolset --compat ;;
            "agent call") _memento_offer --read-only --allow-destructive --scope --min-trust ;;
            "agent token add") _memento_offer --scope --read-only --min-trust ;;
            "agent hook") _memento_offer --budget ;;
            "agent feedback") _memento_offer --score --answer -r --reason --allow-secret -y --yes ;;
            "agent materialize") _memento_offer --client --min-trust -n --dry-run -y --yes -p --person -t --topic -w --with --kind --project --since --until --about --where --sort --order -l --limit --offset ;;
            "init") _memento_offer --profile -p --person ;;
            "config list") _memento_offer -a --all ;;
            "config set") _memento_offer -n --dry-run -y --yes ;;
            "config profile") _memento_offer --all -n --dry-run -y --yes ;;
            "config completion") _memento_offer -n --dry-run ;;
            "tidy list") _memento_offer --doubles --min-score -l --limit ;;
            "tidy apply") _memento_offer --only -r --reason --allow-secret -y --yes ;;
            "tidy reject") _memento_offer -r --reason -y --yes ;;
            "tidy propose") _memento_offer --all --since --limit --only --apply-safe -n --dry-run ;;
            "tidy conflicts") _memento_offer --propose ;;
            "tidy run") _memento_offer -n --dry-run ;;
            "tidy cron") _memento_offer --systemd ;;
            "import") _memento_offer --git --from -p --person --strict --keep-trust --allow-secret -n --dry-run -y --yes ;;
            "export") _memento_offer -o --output --kinds --raw-csv --strict -y --yes -p --person -t --topic -w --with --kind --project --since --until --about --where --sort --order -l --limit --offset ;;
            "status") _memento_offer --full --health --ascii ;;
            "store git") _memento_offer --remove -n --dry-run ;;
            "store settle") _memento_offer -a --all --adopt ;;
            "store watch") _memento_offer --debounce --poll --every --exec ;;
            "store secrets") _memento_offer --staged --history ;;
            "store vectors status") _memento_offer --no-call ;;
            "store vectors fill") _memento_offer --limit -n --dry-run ;;
            "store vectors export") _memento_offer -y --yes ;;
            "store vectors import") _memento_offer --strict ;;
            "store sync") _memento_offer --tenant --watch -n --dry-run ;;
            "store hub init") _memento_offer --print ;;
            "store hub clone") _memento_offer --tenant ;;
            "store hub add") _memento_offer --tenant --hub ;;
            "store hub remove") _memento_offer --tenant --hub ;;
            "store hub limit") _memento_offer --lines --bytes --calls --hub ;;
            "store hub erase") _memento_offer -n --dry-run -y --yes --hub ;;
            "store hub forget-clone") _memento_offer --tenant --hub ;;
            "store hub try") _memento_offer --stop ;;
            "doctor") _memento_offer --fix --quick ;;
            "help") _memento_offer --man --html ;;
        esac
        return
    fi
    case "$place $command " in
        "0  ") _memento_commands record recall list open show edit reinforce prune undo log fade pin forget restore event fact state block kv session context graph agent init config tidy import export status store doctor help ;;
        "0 fade ") _memento_offer why curve forecast review set ;;
        "0 event ") _memento_offer add list link affect extract thread ;;
        "0 event thread ") _memento_offer add remove split merge list show ;;
        "0 fact ") _memento_offer set get list history correct end like dislike confirm revoke ;;
        "0 state ") _memento_offer add list update done close confirm mood ;;
        "0 block ") _memento_offer set get list delete ;;
        "0 kv ") _memento_offer set get list unset ;;
        "0 session ") _memento_offer start add show list query summarize end ;;
        "0 graph ") _memento_offer add remove list show path name delete ;;
        "0 agent ") _memento_offer setup mcp tools call token hook feedback materialize ;;
        "0 agent token ") _memento_offer add list revoke ;;
        "0 config ") _memento_offer list get set profile diff completion ;;
        "0 tidy ") _memento_offer list show apply reject propose conflicts run cron ;;
        "0 store ") _memento_offer git trust settle rebuild migrate watch secrets vectors sync hub schema bench ;;
        "0 store vectors ") _memento_offer status fill export import test ;;
        "0 store hub ") _memento_offer init clone add remove status limit erase forget-clone try ;;
        ?" show " | ??" show ") _memento_ids ;;
        ?" edit " | ??" edit ") _memento_ids ;;
        ?" reinforce " | ??" reinforce ") _memento_ids ;;
        ?" log " | ??" log ") _memento_ids --in revised ;;
        ?" fade why " | ??" fade why ") _memento_ids ;;
        ?" fade curve " | ??" fade curve ") _memento_ids ;;
        ?" fade review " | ??" fade review ") _memento_ids ;;
        ?" fade set " | ??" fade set ") _memento_ids ;;
        ?" pin " | ??" pin ") _memento_ids ;;
        ?" forget " | ??" forget ") _memento_ids ;;
        ?" restore " | ??" restore ") _memento_ids --archived ;;
        1" event link ") _memento_ids --in events ;;
        2" event link ") _memento_offer reply_to same_topic caused_by ;;
        3" event link ") _memento_ids --in events ;;
        1" event affect ") _memento_ids --in events ;;
        1" event thread add ") _memento_ids --in threads ;;
        ?" event thread add " | ??" event thread add ") _memento_ids --in events ;;
        1" event thread remove ") _memento_ids --in threads ;;
        ?" event thread remove " | ??" event thread remove ") _memento_ids --in events ;;
        1" event thread split ") _memento_ids --in threads ;;
        ?" event thread split " | ??" event thread split ") _memento_ids --in events ;;
        1" event thread merge ") _memento_ids --in threads ;;
        ?" event thread merge " | ??" event thread merge ") _memento_ids --in threads ;;
        1" event thread show ") _memento_ids --in threads ;;
        1" fact set ") _memento_ids --in facts ;;
        1" fact get ") _memento_ids --in facts ;;
        1" fact history ") _memento_ids --in facts ;;
        1" fact correct ") _memento_ids --in facts ;;
        1" fact end ") _memento_ids --in facts ;;
        1" state add ") _memento_offer fact relation task summary long_mood_state ;;
        1" state update ") _memento_ids --in states ;;
        ?" state done " | ??" state done ") _memento_ids --in tasks ;;
        ?" state close " | ??" state close ") _memento_ids --in states ;;
        ?" state confirm " | ??" state confirm ") _memento_ids --in states ;;
        1" block set ") _memento_ids --in blocks ;;
        1" block get ") _memento_ids --in blocks ;;
        1" block delete ") _memento_ids --in blocks ;;
        1" kv set ") _memento_ids --in kv ;;
        1" kv get ") _memento_ids --in kv ;;
        1" kv unset ") _memento_ids --in kv ;;
        1" session add ") _memento_ids --in sessions ;;
        1" session show ") _memento_ids --in sessions ;;
        1" session query ") _memento_ids --in sessions ;;
        1" session summarize ") _memento_ids --in sessions ;;
        1" session end ") _memento_ids --in sessions ;;
        1" graph add ") _memento_ids --in graph ;;
        3" graph add ") _memento_ids --in graph ;;
        1" graph remove ") _memento_ids --in graph ;;
        3" graph remove ") _memento_ids --in graph ;;
        1" graph show ") _memento_ids --in graph ;;
        1" graph path ") _memento_ids --in graph ;;
        2" graph path ") _memento_ids --in graph ;;
        1" graph name ") _memento_ids --in graph ;;
        1" graph delete ") _memento_ids --in graph ;;
        1" agent call ") _memento_offer remember recall feedback forget context block pin unpin link fact export session summarize_thread save_memory query_memory observe affect mood prefer state thread events about cards proposals create_entities create_relations add_observations delete_entities delete_observations delete_relations read_graph search_nodes open_nodes ;;
        1" agent feedback ") _memento_ids ;;
        2" agent feedback ") _memento_offer used helpful not_helpful edited neglected ;;
        1" init ") _memento_paths -d ;;
        1" config profile ") _memento_offer half-life ebbinghaus agent companion tiers ;;
        1" config diff ") _memento_offer half-life ebbinghaus agent companion tiers ;;
        1" config completion ") _memento_offer bash zsh fish install ;;
        ?" tidy show " | ??" tidy show ") _memento_ids --in proposals ;;
        ?" tidy apply " | ??" tidy apply ") _memento_ids --in proposals ;;
        ?" tidy reject " | ??" tidy reject ") _memento_ids --in proposals ;;
        1" import ") _memento_paths -f ;;
        1" store schema ") _memento_offer memory settings journal event state preference facts block kv entity session plan ;;
        ?" help " | ??" help ") _memento_offer topics all fading facts events agents start commands file-format settings open journal strength profiles review upkeep threads extract feelings states blocks kv sessions graph context hosts materialize mcp serving adapters sleep queries vectors times formats import export sql git team erasure exit-codes secrets trust python watch promises agent block config doctor edit event fact fade forget help init list log pin prune recall record reinforce restore session show state status store tidy undo ;;
    esac
}

complete -F _memento memento
