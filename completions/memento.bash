# bash completion for memento; made by `memento completion bash`.

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
        COMPREPLY+=("$id")
    done < <(command memento ${store:+--store "$store"} completion --ids "$@" -- "$cur" 2>/dev/null)
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
        record) valued+="-d --detail -p --person -t --topic -w --with --outcome -s --significance --kind --importance --at --about --about-confidence --source --privacy --project --agent --session --initial --law --half-life --floor --link --supersedes --set --if-duplicate " ;;
        recall) valued+="--why-not --in --hops --as-of -p --person -t --topic -w --with --outcome --kind --project --agent --session --importance --min-strength --max-strength --tier --trust --min-trust --privacy --since --until --about --sort --order -l --limit --offset " ;;
        list) valued+="--as-of -p --person -t --topic -w --with --outcome --kind --project --agent --session --importance --min-strength --max-strength --tier --trust --min-trust --privacy --since --until --about --sort --order -l --limit --offset " ;;
        show) valued+="--as-of " ;;
        edit) valued+="--summary -d --detail --set --unset -r --reason " ;;
        reinforce) valued+="-r --reason " ;;
        used) valued+="-r --reason " ;;
        prune) valued+="--below " ;;
        log) valued+="-l --limit " ;;
        similar) valued+="--min-score -l --limit " ;;
        curve) valued+="-d --days --html " ;;
        feedback) valued+="--score --answer -r --reason " ;;
        law) valued+="--set --floor -r --reason " ;;
        forget) valued+="-r --reason " ;;
        observe) valued+="-u --user -a --assistant --speaker --image --source --client --session --project -p --person -w --with --at --about --about-confidence --life-stage --jsonl " ;;
        events) valued+="--since --until --source --about --client --session -p --person --thread -l --limit --offset " ;;
        thread) valued+="--confidence --since -r --reason " ;;
        affect) valued+="--valence --arousal --dominance -l --label --text --confidence -p --person --mood --evidence -r --reason " ;;
        mood) valued+="-p --person --say --since --html --event --evidence -r --reason " ;;
        extract) valued+="-r --reason " ;;
        fact) valued+="--subject --persona --from --until --at --believed --confidence --evidence -r --reason " ;;
        state) valued+="-p --person --kind --as-of --body --from --until --confidence --payload --about --about-confidence --life-stage --at --event --evidence -r --reason " ;;
        task) valued+="-p --person --due --text --event --evidence -r --reason " ;;
        prefer) valued+="-d --domain -p --person --note --event --evidence -r --reason " ;;
        block) valued+="--persona --description -r --reason " ;;
        kv) valued+="--ttl -r --reason " ;;
        session) valued+="--id --budget --role --who --from --jsonl --project --agent -p --person -r --reason " ;;
        context) valued+="--budget --persona --in-session -p --person -t --topic -w --with --outcome --kind --project --agent --session --importance --min-strength --max-strength --tier --trust --min-trust --privacy --since --until --about --sort --order -l --limit --offset " ;;
        revisions) valued+="-l --limit " ;;
        relate) valued+="--weight --law -e --evidence -r --reason " ;;
        unrelate) valued+="-r --reason " ;;
        graph) valued+="--hops -l --limit --alias --kind -r --reason " ;;
        link) valued+="--confidence -r --reason " ;;
        unlink) valued+="-r --reason " ;;
        mcp) valued+="--client --http --token-file --scope --min-trust --toolset --compat " ;;
        agent) valued+="--client --print --write --budget " ;;
        init) valued+="--profile -p --person " ;;
        convert) valued+="--law --floor -r --reason -p --person -t --topic -w --with --outcome --kind --project --agent --session --importance --min-strength --max-strength --tier --trust --min-trust --privacy --since --until --about --sort --order -l --limit --offset " ;;
        proposals) valued+="-r --reason " ;;
        sleep) valued+="--since --limit -r --reason " ;;
        import) valued+="--git --from -p --person " ;;
        export) valued+="-o --output --kinds -p --person -t --topic -w --with --outcome --kind --project --agent --session --importance --min-strength --max-strength --tier --trust --min-trust --privacy --since --until --about --sort --order -l --limit --offset " ;;
        review) valued+="-l --limit --rate " ;;
        forecast) valued+="-d --days -l --limit --html " ;;
        settle) valued+="--adopt " ;;
        bench) valued+="--size --repo --only --save --against --keep --rounds " ;;
        watch) valued+="--debounce --every --exec " ;;
        completion) valued+="--in " ;;
    esac
    [[ $valued == *" $1 "* ]]
}

_memento() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local command="" verb="" store="" word i=1 place=0
    COMPREPLY=()
    if [[ $cur == "=" ]]; then
        cur=""
    elif [[ $prev == "=" ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    while ((i < COMP_CWORD)); do
        word=${COMP_WORDS[i]}
        if [[ $word != -* ]]; then
            [[ $place == 0 ]] && command=$word
            [[ $place == 1 ]] && verb=$word
            ((place++))
        elif _memento_takes "$word"; then
            [[ ${COMP_WORDS[i + 1]} == "=" ]] && ((i++))
            ((i++))
            [[ $word == --store ]] && store=${COMP_WORDS[i]/#\~/$HOME}
        fi
        ((i++))
    done

    case "$command $prev" in
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
        "record --about-confidence")
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
        "record --agent")
            return
            ;;
        "record --session")
            return
            ;;
        "record --initial")
            return
            ;;
        "record --law")
            return
            ;;
        "record --half-life")
            return
            ;;
        "record --floor")
            return
            ;;
        "record --link")
            _memento_offer cause_of: derived_from: duplicates: contradicts: supersedes:
            return
            ;;
        "record --supersedes")
            _memento_ids
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
        "recall --as-of")
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
        "recall --outcome")
            _memento_offer positive negative neutral mixed
            return
            ;;
        "recall --kind")
            _memento_offer working episodic semantic procedural
            return
            ;;
        "recall --project")
            return
            ;;
        "recall --agent")
            return
            ;;
        "recall --session")
            return
            ;;
        "recall --importance")
            return
            ;;
        "recall --min-strength")
            return
            ;;
        "recall --max-strength")
            return
            ;;
        "recall --tier")
            _memento_offer active faded ghost
            return
            ;;
        "recall --trust")
            _memento_offer user confirmed agent imported
            return
            ;;
        "recall --min-trust")
            _memento_offer user confirmed agent imported
            return
            ;;
        "recall --privacy")
            _memento_offer private team public
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
        "list --outcome")
            _memento_offer positive negative neutral mixed
            return
            ;;
        "list --kind")
            _memento_offer working episodic semantic procedural
            return
            ;;
        "list --project")
            return
            ;;
        "list --agent")
            return
            ;;
        "list --session")
            return
            ;;
        "list --importance")
            return
            ;;
        "list --min-strength")
            return
            ;;
        "list --max-strength")
            return
            ;;
        "list --tier")
            _memento_offer active faded ghost
            return
            ;;
        "list --trust")
            _memento_offer user confirmed agent imported
            return
            ;;
        "list --min-trust")
            _memento_offer user confirmed agent imported
            return
            ;;
        "list --privacy")
            _memento_offer private team public
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
        "edit -r" | "edit --reason")
            return
            ;;
        "reinforce -r" | "reinforce --reason")
            return
            ;;
        "used -r" | "used --reason")
            return
            ;;
        "prune --below")
            return
            ;;
        "log -l" | "log --limit")
            return
            ;;
        "similar --min-score")
            return
            ;;
        "similar -l" | "similar --limit")
            return
            ;;
        "curve -d" | "curve --days")
            return
            ;;
        "curve --html")
            return
            ;;
        "feedback --score")
            return
            ;;
        "feedback --answer")
            return
            ;;
        "feedback -r" | "feedback --reason")
            return
            ;;
        "law --set")
            return
            ;;
        "law --floor")
            return
            ;;
        "law -r" | "law --reason")
            return
            ;;
        "forget -r" | "forget --reason")
            return
            ;;
        "observe -u" | "observe --user")
            return
            ;;
        "observe -a" | "observe --assistant")
            return
            ;;
        "observe --speaker")
            return
            ;;
        "observe --image")
            return
            ;;
        "observe --source")
            _memento_offer chat notification image reminder meta_proactive
            return
            ;;
        "observe --client")
            return
            ;;
        "observe --session")
            return
            ;;
        "observe --project")
            return
            ;;
        "observe -p" | "observe --person")
            return
            ;;
        "observe -w" | "observe --with")
            return
            ;;
        "observe --at")
            return
            ;;
        "observe --about")
            _memento_offer elementary middle high university work
            return
            ;;
        "observe --about-confidence")
            return
            ;;
        "observe --life-stage")
            _memento_offer elementary middle high university work
            return
            ;;
        "observe --jsonl")
            return
            ;;
        "events --since")
            return
            ;;
        "events --until")
            return
            ;;
        "events --source")
            _memento_offer chat notification image reminder meta_proactive
            return
            ;;
        "events --about")
            _memento_offer elementary middle high university work
            return
            ;;
        "events --client")
            return
            ;;
        "events --session")
            return
            ;;
        "events -p" | "events --person")
            return
            ;;
        "events --thread")
            _memento_ids --in threads
            return
            ;;
        "events -l" | "events --limit")
            return
            ;;
        "events --offset")
            return
            ;;
        "thread --confidence")
            return
            ;;
        "thread --since")
            return
            ;;
        "thread -r" | "thread --reason")
            return
            ;;
        "affect --valence")
            return
            ;;
        "affect --arousal")
            return
            ;;
        "affect --dominance")
            return
            ;;
        "affect -l" | "affect --label")
            return
            ;;
        "affect --text")
            return
            ;;
        "affect --confidence")
            return
            ;;
        "affect -p" | "affect --person")
            return
            ;;
        "affect --mood")
            return
            ;;
        "affect --evidence")
            _memento_ids
            return
            ;;
        "affect -r" | "affect --reason")
            return
            ;;
        "mood -p" | "mood --person")
            return
            ;;
        "mood --say")
            return
            ;;
        "mood --since")
            return
            ;;
        "mood --html")
            return
            ;;
        "mood --event")
            _memento_ids
            return
            ;;
        "mood --evidence")
            _memento_ids
            return
            ;;
        "mood -r" | "mood --reason")
            return
            ;;
        "extract -r" | "extract --reason")
            return
            ;;
        "fact --subject")
            return
            ;;
        "fact --persona")
            return
            ;;
        "fact --from")
            return
            ;;
        "fact --until")
            return
            ;;
        "fact --at")
            return
            ;;
        "fact --believed")
            return
            ;;
        "fact --confidence")
            return
            ;;
        "fact --evidence")
            _memento_ids --in events
            return
            ;;
        "fact -r" | "fact --reason")
            return
            ;;
        "state -p" | "state --person")
            return
            ;;
        "state --kind")
            _memento_offer fact relation task summary long_mood_state
            return
            ;;
        "state --as-of")
            return
            ;;
        "state --body")
            return
            ;;
        "state --from")
            return
            ;;
        "state --until")
            return
            ;;
        "state --confidence")
            return
            ;;
        "state --payload")
            return
            ;;
        "state --about")
            _memento_offer elementary middle high university work
            return
            ;;
        "state --about-confidence")
            return
            ;;
        "state --life-stage")
            _memento_offer elementary middle high university work
            return
            ;;
        "state --at")
            return
            ;;
        "state --event")
            _memento_ids
            return
            ;;
        "state --evidence")
            _memento_ids
            return
            ;;
        "state -r" | "state --reason")
            return
            ;;
        "task -p" | "task --person")
            return
            ;;
        "task --due")
            return
            ;;
        "task --text")
            return
            ;;
        "task --event")
            _memento_ids
            return
            ;;
        "task --evidence")
            _memento_ids
            return
            ;;
        "task -r" | "task --reason")
            return
            ;;
        "prefer -d" | "prefer --domain")
            _memento_offer food topic style
            return
            ;;
        "prefer -p" | "prefer --person")
            return
            ;;
        "prefer --note")
            return
            ;;
        "prefer --event")
            _memento_ids
            return
            ;;
        "prefer --evidence")
            _memento_ids
            return
            ;;
        "prefer -r" | "prefer --reason")
            return
            ;;
        "block --persona")
            return
            ;;
        "block --description")
            return
            ;;
        "block -r" | "block --reason")
            return
            ;;
        "kv --ttl")
            return
            ;;
        "kv -r" | "kv --reason")
            return
            ;;
        "session --id")
            _memento_ids
            return
            ;;
        "session --budget")
            return
            ;;
        "session --role")
            _memento_offer user assistant tool note
            return
            ;;
        "session --who")
            return
            ;;
        "session --from")
            return
            ;;
        "session --jsonl")
            return
            ;;
        "session --project")
            return
            ;;
        "session --agent")
            return
            ;;
        "session -p" | "session --person")
            return
            ;;
        "session -r" | "session --reason")
            return
            ;;
        "context --budget")
            return
            ;;
        "context --persona")
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
        "context --outcome")
            _memento_offer positive negative neutral mixed
            return
            ;;
        "context --kind")
            _memento_offer working episodic semantic procedural
            return
            ;;
        "context --project")
            return
            ;;
        "context --agent")
            return
            ;;
        "context --session")
            return
            ;;
        "context --importance")
            return
            ;;
        "context --min-strength")
            return
            ;;
        "context --max-strength")
            return
            ;;
        "context --tier")
            _memento_offer active faded ghost
            return
            ;;
        "context --trust")
            _memento_offer user confirmed agent imported
            return
            ;;
        "context --min-trust")
            _memento_offer user confirmed agent imported
            return
            ;;
        "context --privacy")
            _memento_offer private team public
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
        "revisions -l" | "revisions --limit")
            return
            ;;
        "relate --weight")
            return
            ;;
        "relate --law")
            return
            ;;
        "relate -e" | "relate --evidence")
            _memento_ids
            return
            ;;
        "relate -r" | "relate --reason")
            return
            ;;
        "unrelate -r" | "unrelate --reason")
            return
            ;;
        "graph --hops")
            return
            ;;
        "graph -l" | "graph --limit")
            return
            ;;
        "graph --alias")
            return
            ;;
        "graph --kind")
            return
            ;;
        "graph -r" | "graph --reason")
            return
            ;;
        "link --confidence")
            return
            ;;
        "link -r" | "link --reason")
            return
            ;;
        "unlink -r" | "unlink --reason")
            return
            ;;
        "mcp --client")
            _memento_offer claude claude-desktop cursor vscode codex
            return
            ;;
        "mcp --http")
            return
            ;;
        "mcp --token-file")
            _memento_paths -d
            return
            ;;
        "mcp --scope")
            return
            ;;
        "mcp --min-trust")
            _memento_offer user confirmed agent imported
            return
            ;;
        "mcp --toolset")
            _memento_offer core full
            return
            ;;
        "mcp --compat")
            return
            ;;
        "agent --client")
            _memento_offer claude cursor vscode codex
            return
            ;;
        "agent --print")
            _memento_offer skill rule hooks all
            return
            ;;
        "agent --write")
            _memento_paths -d
            return
            ;;
        "agent --budget")
            return
            ;;
        "init --profile")
            _memento_offer half-life ebbinghaus agent companion tiers
            return
            ;;
        "init -p" | "init --person")
            return
            ;;
        "convert --law")
            return
            ;;
        "convert --floor")
            return
            ;;
        "convert -r" | "convert --reason")
            return
            ;;
        "convert -p" | "convert --person")
            return
            ;;
        "convert -t" | "convert --topic")
            return
            ;;
        "convert -w" | "convert --with")
            return
            ;;
        "convert --outcome")
            _memento_offer positive negative neutral mixed
            return
            ;;
        "convert --kind")
            _memento_offer working episodic semantic procedural
            return
            ;;
        "convert --project")
            return
            ;;
        "convert --agent")
            return
            ;;
        "convert --session")
            return
            ;;
        "convert --importance")
            return
            ;;
        "convert --min-strength")
            return
            ;;
        "convert --max-strength")
            return
            ;;
        "convert --tier")
            _memento_offer active faded ghost
            return
            ;;
        "convert --trust")
            _memento_offer user confirmed agent imported
            return
            ;;
        "convert --min-trust")
            _memento_offer user confirmed agent imported
            return
            ;;
        "convert --privacy")
            _memento_offer private team public
            return
            ;;
        "convert --since")
            return
            ;;
        "convert --until")
            return
            ;;
        "convert --about")
            _memento_offer elementary middle high university work
            return
            ;;
        "convert --sort")
            _memento_offer score strength created last_reinforced importance
            return
            ;;
        "convert --order")
            _memento_offer desc asc
            return
            ;;
        "convert -l" | "convert --limit")
            return
            ;;
        "convert --offset")
            return
            ;;
        "proposals -r" | "proposals --reason")
            return
            ;;
        "sleep --since")
            return
            ;;
        "sleep --limit")
            return
            ;;
        "sleep -r" | "sleep --reason")
            return
            ;;
        "import --git")
            _memento_paths -d
            return
            ;;
        "import --from")
            return
            ;;
        "import -p" | "import --person")
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
        "export --outcome")
            _memento_offer positive negative neutral mixed
            return
            ;;
        "export --kind")
            _memento_offer working episodic semantic procedural
            return
            ;;
        "export --project")
            return
            ;;
        "export --agent")
            return
            ;;
        "export --session")
            return
            ;;
        "export --importance")
            return
            ;;
        "export --min-strength")
            return
            ;;
        "export --max-strength")
            return
            ;;
        "export --tier")
            _memento_offer active faded ghost
            return
            ;;
        "export --trust")
            _memento_offer user confirmed agent imported
            return
            ;;
        "export --min-trust")
            _memento_offer user confirmed agent imported
            return
            ;;
        "export --privacy")
            _memento_offer private team public
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
        "review -l" | "review --limit")
            return
            ;;
        "review --rate")
            _memento_offer again hard good easy
            return
            ;;
        "forecast -d" | "forecast --days")
            return
            ;;
        "forecast -l" | "forecast --limit")
            return
            ;;
        "forecast --html")
            return
            ;;
        "settle --adopt")
            _memento_ids
            return
            ;;
        "bench --size")
            return
            ;;
        "bench --repo")
            return
            ;;
        "bench --only")
            return
            ;;
        "bench --save")
            return
            ;;
        "bench --against")
            return
            ;;
        "bench --keep")
            return
            ;;
        "bench --rounds")
            return
            ;;
        "watch --debounce")
            return
            ;;
        "watch --every")
            return
            ;;
        "watch --exec")
            return
            ;;
        "completion --in")
            _memento_offer states tasks blocks kv graph sessions facts revised proposals events threads
            return
            ;;
    esac
    if [[ $cur == -* ]]; then
        _memento_offer --store --now --format --json --fields --utc --local -q --quiet --color -h --help
        case $command in
            "") _memento_offer --version ;;
            record) _memento_offer -d --detail -e --editor -p --person -t --topic -w --with --outcome -s --significance --kind --importance --pin --at --about --about-confidence --source --privacy --project --agent --session --initial --law --half-life --floor --link --supersedes --set --if-duplicate --allow-secret -n --dry-run -y --yes ;;
            recall) _memento_offer -a --all --literal --deep --fresh --explain --fence --read-only --why-not --in --hops --as-of -p --person -t --topic -w --with --outcome --kind --project --agent --session --importance --min-strength --max-strength --tier --trust --min-trust --privacy --since --until --about --sort --order -l --limit --offset ;;
            list) _memento_offer -a --all --archived --fresh --as-of -p --person -t --topic -w --with --outcome --kind --project --agent --session --importance --min-strength --max-strength --tier --trust --min-trust --privacy --since --until --about --sort --order -l --limit --offset ;;
            show) _memento_offer --raw --path --fence --as-of ;;
            edit) _memento_offer --summary -d --detail --set --unset -r --reason --allow-secret -y --yes ;;
            reinforce) _memento_offer -r --reason -n --dry-run ;;
            used) _memento_offer -r --reason ;;
            prune) _memento_offer --below --retention -e --edit -n --dry-run -y --yes ;;
            undo) _memento_offer -n --dry-run -y --yes ;;
            log) _memento_offer -l --limit --git ;;
            similar) _memento_offer --groups --min-score -l --limit ;;
            curve) _memento_offer -d --days --ascii --html --force ;;
            feedback) _memento_offer --score --answer -r --reason --allow-secret -y --yes ;;
            law) _memento_offer --set --floor -r --reason -n --dry-run -y --yes ;;
            unpin) _memento_offer -y --yes ;;
            forget) _memento_offer -r --reason --erase -n --dry-run -y --yes ;;
            restore) _memento_offer -y --yes ;;
            observe) _memento_offer -u --user -a --assistant --speaker --image --source --client --session --project -p --person -w --with --at --unfinished --about --about-confidence --life-stage --jsonl --strict --allow-secret -n --dry-run ;;
            events) _memento_offer --since --until --source --about --client --session -p --person --thread -l --limit --offset ;;
            thread) _memento_offer --confidence --since --apply --queue -r --reason --allow-secret ;;
            affect) _memento_offer --valence --arousal --dominance -l --label --text --confidence -p --person --mood --evidence -r --reason --allow-secret -y --yes ;;
            mood) _memento_offer -p --person --say --history --since --html --ascii --force --event --evidence -r --reason --allow-secret -y --yes ;;
            extract) _memento_offer --queue --apply --skip-bad --strict -r --reason --allow-secret -n --dry-run -y --yes ;;
            fact) _memento_offer --subject --persona --from --until --at --believed --confidence --evidence --beside -r --reason --allow-secret -y --yes ;;
            state) _memento_offer -p --person --kind --all --as-of --body --from --until --confidence --payload --about --about-confidence --life-stage --at --event --evidence -r --reason --allow-secret -n --dry-run -y --yes ;;
            task) _memento_offer -p --person --due --text --all --event --evidence -r --reason --allow-secret -y --yes ;;
            prefer) _memento_offer -d --domain -p --person --dislike --confirmed --all --note --event --evidence -r --reason --allow-secret -y --yes ;;
            block) _memento_offer --persona --description -r --reason --allow-secret -y --yes ;;
            kv) _memento_offer --ttl --as-json --all -r --reason --allow-secret -n --dry-run -y --yes ;;
            session) _memento_offer --id --budget --role --who --from --jsonl --project --agent -p --person -r --reason --allow-secret ;;
            context) _memento_offer --budget --persona --in-session -p --person -t --topic -w --with --outcome --kind --project --agent --session --importance --min-strength --max-strength --tier --trust --min-trust --privacy --since --until --about --sort --order -l --limit --offset ;;
            revisions) _memento_offer -l --limit ;;
            relate) _memento_offer --weight --law -e --evidence -r --reason --allow-secret ;;
            unrelate) _memento_offer -r --reason -y --yes ;;
            graph) _memento_offer --hops --deep -l --limit --alias --kind -r --reason -y --yes --allow-secret ;;
            conflicts) _memento_offer --propose ;;
            link) _memento_offer --confidence -r --reason -y --yes ;;
            unlink) _memento_offer -r --reason -y --yes ;;
            mcp) _memento_offer --client --http --token-file --read-only --allow-destructive --scope --min-trust --toolset --compat ;;
            agent) _memento_offer --client --print --write -n --dry-run --budget ;;
            init) _memento_offer --profile -p --person ;;
            profile) _memento_offer --all -n --dry-run -y --yes ;;
            convert) _memento_offer --law --floor -r --reason -n --dry-run -y --yes -p --person -t --topic -w --with --outcome --kind --project --agent --session --importance --min-strength --max-strength --tier --trust --min-trust --privacy --since --until --about --sort --order -l --limit --offset ;;
            proposals) _memento_offer -r --reason --allow-secret -y --yes ;;
            sleep) _memento_offer --all --since --limit --apply-safe -n --dry-run -r --reason --allow-secret -y --yes ;;
            import) _memento_offer --git --from -p --person --strict --keep-trust --allow-secret -n --dry-run -y --yes ;;
            export) _memento_offer -o --output --kinds --raw-csv --strict -y --yes -p --person -t --topic -w --with --outcome --kind --project --agent --session --importance --min-strength --max-strength --tier --trust --min-trust --privacy --since --until --about --sort --order -l --limit --offset ;;
            review) _memento_offer --due -a --all -l --limit --rate --confirm ;;
            forecast) _memento_offer -d --days -l --limit --chart --no-chart --ascii --html --force ;;
            maintain) _memento_offer -n --dry-run ;;
            cron) _memento_offer --systemd ;;
            settle) _memento_offer -a --all --adopt ;;
            stats) _memento_offer --health --ascii ;;
            doctor) _memento_offer --fix --quick ;;
            secrets) _memento_offer --staged --history ;;
            git) _memento_offer -n --dry-run ;;
            bench) _memento_offer --size --quality --forgetting --repo --replay --only --save --against --pause --keep --rounds ;;
            watch) _memento_offer --debounce --poll --every --exec ;;
            manual) _memento_offer --man ;;
            completion) _memento_offer --ids --archived --in ;;
        esac
        return
    fi
    case "$place $command $verb" in
        "0 "*) _memento_offer record recall list show edit reinforce used prune undo log why similar curve feedback law pin unpin forget restore observe events thread affect mood extract fact state task prefer block kv session context revisions relate unrelate graph conflicts link unlink mcp agent init profile convert proposals sleep import export review forecast maintain cron settle status rebuild stats doctor secrets git trust bench watch migrate manual schema completion ;;
        "1 show "*) _memento_ids ;;
        "1 edit "*) _memento_ids ;;
        *" reinforce "*) _memento_ids ;;
        *" used "*) _memento_ids ;;
        "1 log "*) _memento_ids ;;
        "1 why "*) _memento_ids ;;
        "1 similar "*) _memento_ids ;;
        "1 curve "*) _memento_ids ;;
        "1 feedback "*) _memento_ids ;;
        "2 feedback "*) _memento_offer used helpful not_helpful edited neglected ;;
        *" law "*) _memento_ids ;;
        *" pin "*) _memento_ids ;;
        *" unpin "*) _memento_ids ;;
        *" forget "*) _memento_ids ;;
        *" restore "*) _memento_ids --archived ;;
        "1 thread "*) _memento_offer add remove split merge list show propose ;;
        "2 thread show" | "2 thread remove" | "2 thread split") _memento_ids --in threads ;;
        *" thread merge") _memento_ids --in threads ;;
        *" thread add" | *" thread remove" | *" thread split") _memento_ids --in events ;;
        "1 affect "*) _memento_ids --in events ;;
        "1 fact "*) _memento_offer set get list history as-of correct end ;;
        "2 fact set" | "2 fact get" | "2 fact history" | "2 fact correct" | "2 fact end") _memento_ids --in facts ;;
        "1 state "*) _memento_offer add show list update close confirm tidy ;;
        "2 state add") _memento_offer fact relation task summary long_mood_state ;;
        "2 state update") _memento_ids --in states ;;
        *" state show" | *" state close" | *" state confirm") _memento_ids --in states ;;
        "1 task "*) _memento_offer add done update close list ;;
        "2 task update") _memento_ids --in tasks ;;
        *" task done" | *" task close") _memento_ids --in tasks ;;
        "1 prefer "*) _memento_offer like dislike confirm revoke list ;;
        "1 block "*) _memento_offer write read list delete ;;
        "2 block write" | "2 block read" | "2 block delete") _memento_ids --in blocks ;;
        "1 kv "*) _memento_offer set get list unset purge ;;
        "2 kv set" | "2 kv get" | "2 kv unset") _memento_ids --in kv ;;
        "1 session "*) _memento_offer start add show list query summarize end ;;
        "2 session add" | "2 session show" | "2 session query" | "2 session summarize" | "2 session end") _memento_ids --in sessions ;;
        "1 revisions "*) _memento_ids --in revised ;;
        "1 relate "*) _memento_ids --in graph ;;
        "3 relate "*) _memento_ids --in graph ;;
        "1 unrelate "*) _memento_ids --in graph ;;
        "3 unrelate "*) _memento_ids --in graph ;;
        "1 graph "*) _memento_offer list show neighbours path add unalias forget ;;
        "2 graph show" | "2 graph neighbours" | "2 graph add" | "2 graph unalias" | "2 graph forget") _memento_ids --in graph ;;
        *" graph path") _memento_ids --in graph ;;
        "1 link "*) _memento_ids ;;
        "2 link "*) _memento_offer cause_of derived_from duplicates contradicts supersedes ;;
        "3 link "*) _memento_ids ;;
        "1 unlink "*) _memento_ids ;;
        "2 unlink "*) _memento_offer cause_of derived_from duplicates contradicts supersedes ;;
        "3 unlink "*) _memento_ids ;;
        "1 mcp "*) _memento_offer serve config ;;
        "1 agent "*) _memento_offer setup hook ;;
        "1 init "*) _memento_paths -d ;;
        "1 profile "*) _memento_offer show diff set ;;
        "1 proposals "*) _memento_offer list show apply reject ;;
        *" proposals show" | *" proposals apply" | *" proposals reject") _memento_ids --in proposals ;;
        "1 sleep "*) _memento_offer propose list show apply reject ;;
        *" sleep show" | *" sleep apply" | *" sleep reject") _memento_ids --in proposals ;;
        "1 import "*) _memento_paths -f ;;
        *" review "*) _memento_ids ;;
        "1 git "*) _memento_offer setup remove ;;
        "1 manual "*) _memento_offer start commands file-format settings journal strength profiles review upkeep events threads feelings states facts blocks hard-facts sessions graph context agents mcp sleep queries times formats import export git erasure exit-codes secrets trust bench watch promises ;;
        "1 schema "*) _memento_offer memory settings journal event state preference facts block kv entity session ;;
        "1 completion "*) _memento_offer bash zsh fish ;;
    esac
}

complete -F _memento memento
