# fish completion for memento; made by `memento config completion fish`.

# Whether a value follows this option of a command.
function __memento_takes
    set -l valued --store --now --format --fields --color
    switch $argv[1]
        case 'record'
            set -a valued -d --detail -p --person -t --topic -w --with --outcome -s --significance --kind --importance --at --about --source --privacy --project --session --fade --link --set --if-duplicate
        case 'recall'
            set -a valued --why-not --in --hops --min-score --as-of --like --by -p --person -t --topic -w --with --kind --project --since --until --about --where --sort --order -l --limit --offset
        case 'list'
            set -a valued --as-of -p --person -t --topic -w --with --kind --project --since --until --about --where --sort --order -l --limit --offset
        case 'open'
            set -a valued --port
        case 'show'
            set -a valued --as-of
        case 'edit'
            set -a valued --summary -d --detail --set --unset --link --unlink -r --reason
        case 'reinforce'
            set -a valued -r --reason
        case 'prune'
            set -a valued --below
        case 'log'
            set -a valued -l --limit
        case 'fade curve'
            set -a valued -d --days --html
        case 'fade forecast'
            set -a valued -d --days -l --limit --html
        case 'fade review'
            set -a valued -l --limit --rate
        case 'fade set'
            set -a valued -r --reason -p --person -t --topic -w --with --kind --project --since --until --about --where --sort --order -l --limit --offset
        case 'forget'
            set -a valued -r --reason -p --person
        case 'event add'
            set -a valued -u --user -a --assistant --speaker --image --source --client --session --project --of -w --with --at --about --about-confidence --life-stage --jsonl
        case 'event list'
            set -a valued --since --until --source --about --client --session -p --person --thread -l --limit --offset
        case 'event link'
            set -a valued --confidence -r --reason
        case 'event affect'
            set -a valued --valence --arousal --dominance -l --label --text --confidence --of --mood --evidence -r --reason
        case 'event extract'
            set -a valued --model --calls -r --reason
        case 'event thread add'
            set -a valued --confidence -r --reason
        case 'event thread remove'
            set -a valued -r --reason
        case 'event thread split'
            set -a valued -r --reason
        case 'event thread merge'
            set -a valued -r --reason
        case 'fact set'
            set -a valued --of --from --until --confidence --evidence -r --reason
        case 'fact get'
            set -a valued --of --at --as-of
        case 'fact list'
            set -a valued --of --at --as-of -d --domain
        case 'fact history'
            set -a valued --of
        case 'fact correct'
            set -a valued --of --at --confidence --evidence -r --reason
        case 'fact end'
            set -a valued --of --at --until --evidence -r --reason
        case 'fact like'
            set -a valued -d --domain --of --note --event --evidence -r --reason
        case 'fact dislike'
            set -a valued -d --domain --of --note --event --evidence -r --reason
        case 'fact confirm'
            set -a valued -d --domain --of --note --event --evidence -r --reason
        case 'fact revoke'
            set -a valued -d --domain --of --note --event --evidence -r --reason
        case 'state add'
            set -a valued --due --of --from --until --confidence --payload --about --about-confidence --life-stage --event --evidence -r --reason
        case 'state list'
            set -a valued --kind --as-of --of
        case 'state update'
            set -a valued --body --due --from --until --confidence --payload --about --about-confidence --life-stage --event --evidence -r --reason
        case 'state done'
            set -a valued --event --evidence -r --reason
        case 'state close'
            set -a valued --at --event --evidence -r --reason
        case 'state confirm'
            set -a valued --event --evidence -r --reason
        case 'state mood'
            set -a valued --of --say --since --html --event --evidence -r --reason
        case 'block set'
            set -a valued --of --description -r --reason
        case 'block get'
            set -a valued --of
        case 'block list'
            set -a valued --of
        case 'block delete'
            set -a valued --of -r --reason
        case 'kv set'
            set -a valued --ttl --of -r --reason
        case 'kv get'
            set -a valued --of
        case 'kv list'
            set -a valued --of
        case 'kv unset'
            set -a valued --of -r --reason
        case 'session start'
            set -a valued --id --budget --project --agent --of -r --reason
        case 'session add'
            set -a valued --role --who --from --jsonl
        case 'session summarize'
            set -a valued -r --reason
        case 'session end'
            set -a valued -r --reason
        case 'context'
            set -a valued --budget --of --in-session -p --person -t --topic -w --with --kind --project --since --until --about --where --sort --order -l --limit --offset
        case 'graph add'
            set -a valued --weight --law -e --evidence -r --reason
        case 'graph remove'
            set -a valued -r --reason
        case 'graph show'
            set -a valued --hops -l --limit
        case 'graph name'
            set -a valued --alias --kind -r --reason
        case 'graph delete'
            set -a valued -r --reason
        case 'agent setup'
            set -a valued --client --only --write --scope --min-trust --of --toolset --compat
        case 'agent mcp'
            set -a valued --http --token-file --scope --min-trust --of --toolset --compat --hub --tenant
        case 'agent tools'
            set -a valued --toolset --compat
        case 'agent call'
            set -a valued --scope --min-trust
        case 'agent token add'
            set -a valued --scope --min-trust
        case 'agent hook'
            set -a valued --budget
        case 'agent feedback'
            set -a valued --score --answer -r --reason
        case 'agent materialize'
            set -a valued --client --min-trust -p --person -t --topic -w --with --kind --project --since --until --about --where --sort --order -l --limit --offset
        case 'init'
            set -a valued --profile -p --person
        case 'tidy list'
            set -a valued --min-score -l --limit
        case 'tidy apply'
            set -a valued --only -r --reason
        case 'tidy reject'
            set -a valued -r --reason
        case 'tidy propose'
            set -a valued --since --limit --only
        case 'import'
            set -a valued --git --from -p --person
        case 'export'
            set -a valued -o --output --kinds -p --person -t --topic -w --with --kind --project --since --until --about --where --sort --order -l --limit --offset
        case 'store settle'
            set -a valued --adopt
        case 'store watch'
            set -a valued --debounce --every --exec
        case 'store vectors fill'
            set -a valued --limit
        case 'store sync'
            set -a valued --tenant
        case 'store hub clone'
            set -a valued --tenant
        case 'store hub add'
            set -a valued --tenant --hub
        case 'store hub remove'
            set -a valued --tenant --hub
        case 'store hub limit'
            set -a valued --lines --bytes --calls --hub
        case 'store hub erase'
            set -a valued --hub
        case 'store hub forget-clone'
            set -a valued --tenant --hub
        case 'help'
            set -a valued --html
    end
    contains -- $argv[2] $valued
end

# The command and its arguments, as far as they are typed, a line each.
function __memento_words
    set -l skip 0
    set -l command ''
    set -l words
    for token in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
            continue
        end
        switch $token
            case '-*'
                __memento_takes "$command" $token
                and set skip 1
            case '*'
                if contains -- "$command" '' 'fade' 'event' 'event thread' 'fact' 'state' 'block' 'kv' 'session' 'graph' 'agent' 'agent token' 'config' 'tidy' 'store' 'store vectors' 'store hub'
                    set command (string trim -- "$command $token")
                else
                    set -a words $token
                end
        end
    end
    test -n "$command"
    and printf '%s\n' $command $words
end

function __memento_in
    set -l words (__memento_words)
    test "$argv" = "$words[1]"
end

# Whether this place of a command is typed, 0 any.
function __memento_at
    set -l words (__memento_words)
    test "$argv[2]" = "$words[1]"
    and contains -- $argv[1] 0 (count $words)
end

# Names, which are all that a store is asked for.
function __memento_ids
    set -l tokens (commandline -opc)
    set -l store
    for i in (seq (count $tokens))
        switch $tokens[$i]
            case --store
                set store --store (string replace -r '^~' $HOME -- $tokens[(math $i + 1)])
            case '--store=*'
                set store $tokens[$i]
        end
    end
    command memento $store _complete $argv -- (commandline -ct) 2>/dev/null
end

complete -c memento -f

complete -c memento -n '__memento_in' -k -a '(__memento_ids --in commands)'
complete -c memento -n '__memento_in fade' -a why -d 'The acts that led to a strength, and its law.'
complete -c memento -n '__memento_in fade' -a curve -d 'One memory\'s past and future, drawn.'
complete -c memento -n '__memento_in fade' -a forecast -d 'What will fade when, and what one use would buy.'
complete -c memento -n '__memento_in fade' -a review -d 'Be asked what you know, when it is due.'
complete -c memento -n '__memento_in fade' -a set -d 'Let memories fade by another law: some, or all that match.'
complete -c memento -n '__memento_in event' -a add -d 'Keep a turn of talk, a notice, an image.'
complete -c memento -n '__memento_in event' -a list -d 'List what was observed, the newest first.'
complete -c memento -n '__memento_in event' -a link -d 'Link an event to one that it goes back to.'
complete -c memento -n '__memento_in event' -a affect -d 'Note what an event felt like.'
complete -c memento -n '__memento_in event' -a extract -d 'Do what was extracted from events.'
complete -c memento -n '__memento_in event' -a thread -d 'What hangs together: threads of events.'
complete -c memento -n '__memento_in event thread' -a add -d 'Put events into a thread, also a new one.'
complete -c memento -n '__memento_in event thread' -a remove -d 'Take events out of a thread.'
complete -c memento -n '__memento_in event thread' -a split -d 'Move events into a new thread.'
complete -c memento -n '__memento_in event thread' -a merge -d 'Move all events of threads into one.'
complete -c memento -n '__memento_in event thread' -a list -d 'List the threads.'
complete -c memento -n '__memento_in event thread' -a show -d 'Show a thread, with its events.'
complete -c memento -n '__memento_in fact' -a set -d 'Set a value from now on; earlier ones are kept.'
complete -c memento -n '__memento_in fact' -a get -d 'Print what a key says, or said.'
complete -c memento -n '__memento_in fact' -a list -d 'List what holds, or held; or what is liked.'
complete -c memento -n '__memento_in fact' -a history -d 'Show every value that a key had.'
complete -c memento -n '__memento_in fact' -a correct -d 'Say that it was another value all along.'
complete -c memento -n '__memento_in fact' -a end -d 'Say that nothing holds as a key any more.'
complete -c memento -n '__memento_in fact' -a like -d 'Say that somebody likes something.'
complete -c memento -n '__memento_in fact' -a dislike -d 'Say that somebody dislikes something.'
complete -c memento -n '__memento_in fact' -a confirm -d 'Confirm a like or a dislike.'
complete -c memento -n '__memento_in fact' -a revoke -d 'Revoke a like or a dislike.'
complete -c memento -n '__memento_in state' -a add -d 'Add a sentence that holds, or a task.'
complete -c memento -n '__memento_in state' -a list -d 'List what holds, or the open tasks.'
complete -c memento -n '__memento_in state' -a update -d 'Change what a state says, or its time.'
complete -c memento -n '__memento_in state' -a done -d 'Say that tasks are done.'
complete -c memento -n '__memento_in state' -a close -d 'Say that states hold no more.'
complete -c memento -n '__memento_in state' -a confirm -d 'Say that states hold still.'
complete -c memento -n '__memento_in state' -a mood -d 'The long mood now, and how it moved.'
complete -c memento -n '__memento_in block' -a set -d 'Set what a block says.'
complete -c memento -n '__memento_in block' -a get -d 'Print what a block says, or all blocks.'
complete -c memento -n '__memento_in block' -a list -d 'List the blocks, and what each is for.'
complete -c memento -n '__memento_in block' -a delete -d 'Delete a block.'
complete -c memento -n '__memento_in kv' -a set -d 'Set a value, for a time or without end.'
complete -c memento -n '__memento_in kv' -a get -d 'Print the value of a key.'
complete -c memento -n '__memento_in kv' -a list -d 'List the values that have not expired.'
complete -c memento -n '__memento_in kv' -a unset -d 'Take a value away before its time.'
complete -c memento -n '__memento_in session' -a start -d 'Begin a session.'
complete -c memento -n '__memento_in session' -a add -d 'Add what was said.'
complete -c memento -n '__memento_in session' -a show -d 'Show what a session has at hand.'
complete -c memento -n '__memento_in session' -a list -d 'List the sessions that have not ended.'
complete -c memento -n '__memento_in session' -a query -d 'Print what to recall for a message.'
complete -c memento -n '__memento_in session' -a summarize -d 'Make a memory of it, and go on.'
complete -c memento -n '__memento_in session' -a end -d 'End a session, which becomes a memory.'
complete -c memento -n '__memento_in graph' -a add -d 'Say how two names are related.'
complete -c memento -n '__memento_in graph' -a remove -d 'Take that back; the names stay.'
complete -c memento -n '__memento_in graph' -a list -d 'List all names, and how many edges each has.'
complete -c memento -n '__memento_in graph' -a show -d 'Show a name and its edges, or what is near it.'
complete -c memento -n '__memento_in graph' -a path -d 'Show the way from one name to another.'
complete -c memento -n '__memento_in graph' -a name -d 'Keep a name, its kind, and its aliases.'
complete -c memento -n '__memento_in graph' -a delete -d 'Delete a name with all its edges.'
complete -c memento -n '__memento_in agent' -a setup -d 'The server\'s configuration, hooks and a skill.'
complete -c memento -n '__memento_in agent' -a mcp -d 'Serve the store to agents, over MCP.'
complete -c memento -n '__memento_in agent' -a tools -d 'The tools, as a model\'s interface takes them.'
complete -c memento -n '__memento_in agent' -a call -d 'Do what a model asks by a tool.'
complete -c memento -n '__memento_in agent' -a token -d 'Tokens of the server over HTTP: one a client, each with bounds.'
complete -c memento -n '__memento_in agent' -a hook -d 'Answer a host\'s hook.'
complete -c memento -n '__memento_in agent' -a feedback -d 'Note what came of a memory: helpful, or not.'
complete -c memento -n '__memento_in agent' -a materialize -d 'Keep the memories in a file that a host reads.'
complete -c memento -n '__memento_in agent token' -a add -d 'Make a token, and print it this once.'
complete -c memento -n '__memento_in agent token' -a list -d 'List the tokens of this store.'
complete -c memento -n '__memento_in agent token' -a revoke -d 'Let a token count no more.'
complete -c memento -n '__memento_in config' -a list -d 'List the settings that are not the profile\'s.'
complete -c memento -n '__memento_in config' -a get -d 'Print the value of a setting.'
complete -c memento -n '__memento_in config' -a set -d 'Set a setting; comments in the file are kept.'
complete -c memento -n '__memento_in config' -a profile -d 'Show the profile, or go by another.'
complete -c memento -n '__memento_in config' -a diff -d 'Compare the settings with a profile\'s.'
complete -c memento -n '__memento_in config' -a completion -d 'Completion for bash, zsh and fish.'
complete -c memento -n '__memento_in tidy' -a list -d 'What is proposed, and what is double.'
complete -c memento -n '__memento_in tidy' -a show -d 'What proposals would change, and why.'
complete -c memento -n '__memento_in tidy' -a apply -d 'Do what proposals say.'
complete -c memento -n '__memento_in tidy' -a reject -d 'Throw proposals away.'
complete -c memento -n '__memento_in tidy' -a propose -d 'Propose what to make of what is new.'
complete -c memento -n '__memento_in tidy' -a conflicts -d 'What contradicts what.'
complete -c memento -n '__memento_in tidy' -a run -d 'Do what a night should do.'
complete -c memento -n '__memento_in tidy' -a cron -d 'The crontab line or the timer for that.'
complete -c memento -n '__memento_in store' -a git -d 'Merge driver and hooks for a store in git.'
complete -c memento -n '__memento_in store' -a trust -d 'Let this clone write to a store it came with.'
complete -c memento -n '__memento_in store' -a settle -d 'Bring the numbers in the files up to date.'
complete -c memento -n '__memento_in store' -a rebuild -d 'Make the index again.'
complete -c memento -n '__memento_in store' -a migrate -d 'Bring an older store to this format.'
complete -c memento -n '__memento_in store' -a watch -d 'Tell changes as they happen; keep the index fresh.'
complete -c memento -n '__memento_in store' -a secrets -d 'Find keys and passwords in what is kept.'
complete -c memento -n '__memento_in store' -a vectors -d 'Recall by meaning: the memories\' vectors.'
complete -c memento -n '__memento_in store' -a sync -d 'Pull, merge and push, where other clones meet.'
complete -c memento -n '__memento_in store' -a hub -d 'A team\'s hub on PostgreSQL: its schema, members and state.'
complete -c memento -n '__memento_in store' -a schema -d 'The JSON Schema of the files.'
complete -c memento -n '__memento_in store' -a bench -d 'Measure memento beside its goals.'
complete -c memento -n '__memento_in store vectors' -a status -d 'Which provider, how fast, and what has a vector.'
complete -c memento -n '__memento_in store vectors' -a fill -d 'Give every memory a vector of its text.'
complete -c memento -n '__memento_in store vectors' -a export -d 'Write all vectors as JSON lines.'
complete -c memento -n '__memento_in store vectors' -a import -d 'Take in the vectors of an export.'
complete -c memento -n '__memento_in store vectors' -a test -d 'How near a text is to a question.'
complete -c memento -n '__memento_in store hub' -a init -d 'Make a hub of a database, or bring one up to date.'
complete -c memento -n '__memento_in store hub' -a clone -d 'Make a store of what a tenant has.'
complete -c memento -n '__memento_in store hub' -a add -d 'Let a role reach a tenant.'
complete -c memento -n '__memento_in store hub' -a remove -d 'Let a role reach a tenant no more.'
complete -c memento -n '__memento_in store hub' -a status -d 'Nodes, tenants and clones, and what is wrong.'
complete -c memento -n '__memento_in store hub' -a limit -d 'Limit what a tenant may hold.'
complete -c memento -n '__memento_in store hub' -a erase -d 'Erase a tenant for good.'
complete -c memento -n '__memento_in store hub' -a forget-clone -d 'Forget a clone that will not come back.'
complete -c memento -n '__memento_in store hub' -a try -d 'Start one on this machine, to try it.'
complete -c memento -l store -x -a '(__fish_complete_directories)' -d 'The store\'s folder; recall, list and context read several.'
complete -c memento -l now -x -d 'As if it were then: +6mo, 2025-06-01.'
complete -c memento -n 'not __memento_in graph list; and not __memento_in graph show; and not __memento_in graph path; and not __memento_in agent tools; and not __memento_in export' -l format -x -a 'table json ndjson tsv ids' -d 'How to print data.'
complete -c memento -l json -d 'The same as --format json.'
complete -c memento -l fields -x -d 'Which fields to print.'
complete -c memento -l utc -d 'Times in UTC, told and typed.'
complete -c memento -s q -l quiet -d 'Say nothing beside the data.'
complete -c memento -l color -x -a 'auto always never' -d 'When to colour.'
complete -c memento -n '__memento_in' -l version -d 'Print the version, and what is installed.'
complete -c memento -s h -l help -d 'Show this message and exit.'

complete -c memento -n '__memento_in record' -s d -l detail -x -d 'The rest; - reads it from stdin.'
complete -c memento -n '__memento_in record' -s e -l editor -d 'Write it in $EDITOR.'
complete -c memento -n '__memento_in record' -s p -l person -x -d 'Whose memory.'
complete -c memento -n '__memento_in record' -s t -l topic -x -d 'A topic; repeatable.'
complete -c memento -n '__memento_in record' -s w -l with -x -d 'Who was there; repeatable.'
complete -c memento -n '__memento_in record' -l outcome -x -a 'positive negative neutral mixed' -d 'positive, negative, neutral or mixed.'
complete -c memento -n '__memento_in record' -s s -l significance -x -a 'high medium low' -d 'Its half-life.'
complete -c memento -n '__memento_in record' -l kind -x -a 'working episodic semantic procedural' -d 'working, episodic, semantic or procedural.'
complete -c memento -n '__memento_in record' -l importance -x -d 'How important it is; it never decays.'
complete -c memento -n '__memento_in record' -l pin -d 'Keep it from fading.'
complete -c memento -n '__memento_in record' -l at -x -d 'When it happened, if not now.'
complete -c memento -n '__memento_in record' -l about -x -a 'elementary middle high university work' -d 'When its matter was: 2018, at work; --set about.confidence=.8 says how sure.'
complete -c memento -n '__memento_in record' -l source -x -d 'chat, tool, a URI …'
complete -c memento -n '__memento_in record' -l privacy -x -a 'private team public' -d 'Who may see it.'
complete -c memento -n '__memento_in record' -l project -x -d 'Its project.'
complete -c memento -n '__memento_in record' -l session -x -d 'The session.'
complete -c memento -n '__memento_in record' -l fade -x -d 'How it fades: half-life=30,floor=.2, ttl=48h.'
complete -c memento -n '__memento_in record' -l link -x -a 'cause_of: derived_from: duplicates: contradicts: supersedes:' -d 'Link it to another, as supersedes:ID; repeatable.'
complete -c memento -n '__memento_in record' -l set -x -d 'Any other key: strength.initial=1.2.'
complete -c memento -n '__memento_in record' -l if-duplicate -x -a 'ask keep reinforce link supersede' -d 'If one is there.'
complete -c memento -n '__memento_in record' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in record' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in record' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in recall' -s a -l all -d 'All hits; superseded and hidden ones too.'
complete -c memento -n '__memento_in recall' -l literal -d 'The words are only words, no query.'
complete -c memento -n '__memento_in recall' -l deep -d 'What has faded counts as if it had not, this once.'
complete -c memento -n '__memento_in recall' -l fresh -d 'Compare every file with the index first.'
complete -c memento -n '__memento_in recall' -l explain -d 'Say why each is a hit.'
complete -c memento -n '__memento_in recall' -l full -d 'Whole texts.'
complete -c memento -n '__memento_in recall' -l fence -d 'For a prompt: between marks that no memory can forge.'
complete -c memento -n '__memento_in recall' -l read-only -d 'Count nothing, whatever recall.counts says.'
complete -c memento -n '__memento_in recall' -l why-not -x -a '(__memento_ids)' -d 'Why is that one no hit?'
complete -c memento -n '__memento_in recall' -l in -x -d 'Where to look; else recall.in.'
complete -c memento -n '__memento_in recall' -l hops -x -d 'Follow the graph from the hits, up to 3.'
complete -c memento -n '__memento_in recall' -l min-score -x -d 'Nothing below this score, 0 to 1.'
complete -c memento -n '__memento_in recall' -l no-vectors -d 'By words alone, not by meaning.'
complete -c memento -n '__memento_in recall' -l as-of -x -d 'As the store was then; ahead, as it will be.'
complete -c memento -n '__memento_in recall' -l like -x -a '(__memento_ids)' -d 'Instead: those most similar to one.'
complete -c memento -n '__memento_in recall' -l by -x -a 'text meaning' -d 'With --like: by words, or by vectors.'
complete -c memento -n '__memento_in recall' -s p -l person -x -d 'Whose memory: alex or ctx://person/alex.'
complete -c memento -n '__memento_in recall' -s t -l topic -x -d 'About any of these; repeatable.'
complete -c memento -n '__memento_in recall' -s w -l with -x -d 'With any of them; repeatable.'
complete -c memento -n '__memento_in recall' -l kind -x -a 'working episodic semantic procedural' -d 'Of one of these kinds.'
complete -c memento -n '__memento_in recall' -l project -x -d 'Of any of these; repeatable.'
complete -c memento -n '__memento_in recall' -l since -x -d 'Created then or later: 2w, 2025-02.'
complete -c memento -n '__memento_in recall' -l until -x -d 'Created by then; a day counts whole.'
complete -c memento -n '__memento_in recall' -l about -x -a 'elementary middle high university work' -d 'True then: 2018, 2018-04..2018-09, high school.'
complete -c memento -n '__memento_in recall' -l where -x -a 'person: topic: with: outcome: kind: project: agent: session: tier: trust: strength: importance: privacy: since: until: about:' -d 'By any other field of a query: outcome:negative, \'strength:<.3\'; repeatable.'
complete -c memento -n '__memento_in recall' -l sort -x -a 'score strength created last_reinforced importance' -d 'By what; else the score, or the strength.'
complete -c memento -n '__memento_in recall' -l order -x -a 'desc asc' -d 'Falling or rising.'
complete -c memento -n '__memento_in recall' -s l -l limit -x -d 'At most so many.'
complete -c memento -n '__memento_in recall' -l offset -x -d 'Leave out the first N.'

complete -c memento -n '__memento_in list' -s a -l all -d 'Weak ones too.'
complete -c memento -n '__memento_in list' -l archived -d 'What is in the archive.'
complete -c memento -n '__memento_in list' -l fresh -d 'Compare every file with the index first.'
complete -c memento -n '__memento_in list' -l as-of -x -d 'As the store was then; ahead, as it will be.'
complete -c memento -n '__memento_in list' -s p -l person -x -d 'Whose memory: alex or ctx://person/alex.'
complete -c memento -n '__memento_in list' -s t -l topic -x -d 'About any of these; repeatable.'
complete -c memento -n '__memento_in list' -s w -l with -x -d 'With any of them; repeatable.'
complete -c memento -n '__memento_in list' -l kind -x -a 'working episodic semantic procedural' -d 'Of one of these kinds.'
complete -c memento -n '__memento_in list' -l project -x -d 'Of any of these; repeatable.'
complete -c memento -n '__memento_in list' -l since -x -d 'Created then or later: 2w, 2025-02.'
complete -c memento -n '__memento_in list' -l until -x -d 'Created by then; a day counts whole.'
complete -c memento -n '__memento_in list' -l about -x -a 'elementary middle high university work' -d 'True then: 2018, 2018-04..2018-09, high school.'
complete -c memento -n '__memento_in list' -l where -x -a 'person: topic: with: outcome: kind: project: agent: session: tier: trust: strength: importance: privacy: since: until: about:' -d 'By any other field of a query: outcome:negative, \'strength:<.3\'; repeatable.'
complete -c memento -n '__memento_in list' -l sort -x -a 'score strength created last_reinforced importance' -d 'By what; else the score, or the strength.'
complete -c memento -n '__memento_in list' -l order -x -a 'desc asc' -d 'Falling or rising.'
complete -c memento -n '__memento_in list' -s l -l limit -x -d 'At most so many.'
complete -c memento -n '__memento_in list' -l offset -x -d 'Leave out the first N.'

complete -c memento -n '__memento_in open' -l web -d 'A page in your browser, from this machine alone.'
complete -c memento -n '__memento_in open' -l write -d 'With --web: the page may change things, too.'
complete -c memento -n '__memento_in open' -l port -x -d 'With --web; else any that is free.'
complete -c memento -n '__memento_in open' -l no-browser -d 'With --web: only print the link.'

complete -c memento -n '__memento_at 0 "show"' -a '(__memento_ids)'
complete -c memento -n '__memento_in show' -l raw -d 'The file, as it is.'
complete -c memento -n '__memento_in show' -l path -d 'Only where the file is.'
complete -c memento -n '__memento_in show' -l fence -d 'For a prompt: between marks that no memory can forge.'
complete -c memento -n '__memento_in show' -l as-of -x -d 'As the store was then; ahead, as it will be.'

complete -c memento -n '__memento_at 0 "edit"' -a '(__memento_ids)'
complete -c memento -n '__memento_in edit' -l summary -x -d 'A new summary.'
complete -c memento -n '__memento_in edit' -s d -l detail -x -d 'A new detail; - is stdin.'
complete -c memento -n '__memento_in edit' -l set -x -d 'Any key: tags.outcome=positive.'
complete -c memento -n '__memento_in edit' -l unset -x -d 'Remove a key.'
complete -c memento -n '__memento_in edit' -l link -x -a 'cause_of: derived_from: duplicates: contradicts: supersedes:' -d 'Link it to another, as supersedes:ID; repeatable.'
complete -c memento -n '__memento_in edit' -l unlink -x -a 'cause_of: derived_from: duplicates: contradicts: supersedes:' -d 'Take a link away; repeatable.'
complete -c memento -n '__memento_in edit' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in edit' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in edit' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_at 0 "reinforce"' -a '(__memento_ids)'
complete -c memento -n '__memento_in reinforce' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in reinforce' -s n -l dry-run -d 'Only show what would be done.'

complete -c memento -n '__memento_in prune' -l below -x -d 'Instead of prune.below (0.15).'
complete -c memento -n '__memento_in prune' -l retention -d 'By the policy (settings retention.*).'
complete -c memento -n '__memento_in prune' -s e -l edit -d 'Decide in $EDITOR, memory by memory.'
complete -c memento -n '__memento_in prune' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in prune' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in undo' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in undo' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_at 0 "log"' -a '(__memento_ids --in revised)'
complete -c memento -n '__memento_in log' -s l -l limit -x -d 'So many; else 10; 0 for all.'
complete -c memento -n '__memento_in log' -l git -d 'With the commits of its file between them.'
complete -c memento -n '__memento_in log' -l changes -d 'What each change changed, before and after; all.'

complete -c memento -n '__memento_at 0 "fade why"' -a '(__memento_ids)'

complete -c memento -n '__memento_at 0 "fade curve"' -a '(__memento_ids)'
complete -c memento -n '__memento_in fade curve' -s d -l days -x -d 'So many days ahead; else until its law has done its work.'
complete -c memento -n '__memento_in fade curve' -l laws -d 'Also what if: under each other law.'
complete -c memento -n '__memento_in fade curve' -l ascii -d 'Draw with ASCII alone.'
complete -c memento -n '__memento_in fade curve' -l html -x -d 'A page in this file; - prints it.'
complete -c memento -n '__memento_in fade curve' -l force -d 'With --html: write over a file.'

complete -c memento -n '__memento_in fade forecast' -s d -l days -x -d 'So many days.'
complete -c memento -n '__memento_in fade forecast' -s l -l limit -x -d 'At most so many of each group.'
complete -c memento -n '__memento_in fade forecast' -l chart -l no-chart -d 'Curves and a calendar; else on a terminal only.'
complete -c memento -n '__memento_in fade forecast' -l replay -d 'Instead: which law and weights would suit this store.'
complete -c memento -n '__memento_in fade forecast' -l ascii -d 'Draw with ASCII alone.'
complete -c memento -n '__memento_in fade forecast' -l html -x -d 'A page in this file; - prints it.'
complete -c memento -n '__memento_in fade forecast' -l force -d 'With --html: write over a file.'

complete -c memento -n '__memento_at 0 "fade review"' -a '(__memento_ids)'
complete -c memento -n '__memento_in fade review' -l due -d 'List what is due, and ask nothing.'
complete -c memento -n '__memento_in fade review' -s a -l all -d 'List every card.'
complete -c memento -n '__memento_in fade review' -s l -l limit -x -d 'At most so many.'
complete -c memento -n '__memento_in fade review' -l rate -x -a 'again hard good easy' -d 'In a script: how the IDs were answered.'
complete -c memento -n '__memento_in fade review' -l confirm -d 'The IDs are still true.'

complete -c memento -n '__memento_at 0 "fade set"' -a '(__memento_ids)'
complete -c memento -n '__memento_in fade set' -l all -d 'Every memory of the store.'
complete -c memento -n '__memento_in fade set' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in fade set' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in fade set' -s y -l yes -d 'Do it without asking.'
complete -c memento -n '__memento_in fade set' -s p -l person -x -d 'Whose memory: alex or ctx://person/alex.'
complete -c memento -n '__memento_in fade set' -s t -l topic -x -d 'About any of these; repeatable.'
complete -c memento -n '__memento_in fade set' -s w -l with -x -d 'With any of them; repeatable.'
complete -c memento -n '__memento_in fade set' -l kind -x -a 'working episodic semantic procedural' -d 'Of one of these kinds.'
complete -c memento -n '__memento_in fade set' -l project -x -d 'Of any of these; repeatable.'
complete -c memento -n '__memento_in fade set' -l since -x -d 'Created then or later: 2w, 2025-02.'
complete -c memento -n '__memento_in fade set' -l until -x -d 'Created by then; a day counts whole.'
complete -c memento -n '__memento_in fade set' -l about -x -a 'elementary middle high university work' -d 'True then: 2018, 2018-04..2018-09, high school.'
complete -c memento -n '__memento_in fade set' -l where -x -a 'person: topic: with: outcome: kind: project: agent: session: tier: trust: strength: importance: privacy: since: until: about:' -d 'By any other field of a query: outcome:negative, \'strength:<.3\'; repeatable.'
complete -c memento -n '__memento_in fade set' -l sort -x -a 'score strength created last_reinforced importance' -d 'By what; else the score, or the strength.'
complete -c memento -n '__memento_in fade set' -l order -x -a 'desc asc' -d 'Falling or rising.'
complete -c memento -n '__memento_in fade set' -s l -l limit -x -d 'At most so many.'
complete -c memento -n '__memento_in fade set' -l offset -x -d 'Leave out the first N.'

complete -c memento -n '__memento_at 0 "pin"' -a '(__memento_ids)'
complete -c memento -n '__memento_in pin' -l remove -d 'Let them fade again.'
complete -c memento -n '__memento_in pin' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_at 0 "forget"' -a '(__memento_ids)'
complete -c memento -n '__memento_in forget' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in forget' -l erase -d 'Take out what they say, for good: no undo.'
complete -c memento -n '__memento_in forget' -l everything -d 'With --erase: all that is about --person.'
complete -c memento -n '__memento_in forget' -s p -l person -x -d 'Whom --everything is about.'
complete -c memento -n '__memento_in forget' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in forget' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_at 0 "restore"' -a '(__memento_ids --archived)'
complete -c memento -n '__memento_in restore' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in event add' -s u -l user -x -d 'What a user said.'
complete -c memento -n '__memento_in event add' -s a -l assistant -x -d 'What was answered.'
complete -c memento -n '__memento_in event add' -l speaker -x -d 'Who said it, by name.'
complete -c memento -n '__memento_in event add' -l image -x -d 'What is on an image; repeatable.'
complete -c memento -n '__memento_in event add' -l source -x -a 'chat notification image reminder meta_proactive' -d 'Where it comes from.'
complete -c memento -n '__memento_in event add' -l client -x -d 'The program they talked through.'
complete -c memento -n '__memento_in event add' -l session -x -d 'Which session of it.'
complete -c memento -n '__memento_in event add' -l project -x -d 'Of a project.'
complete -c memento -n '__memento_in event add' -l of -x -d 'Whose: ana, ctx://person/ana; else the store\'s own.'
complete -c memento -n '__memento_in event add' -s w -l with -x -d 'Who was there; repeatable.'
complete -c memento -n '__memento_in event add' -l at -x -d 'When; else now.'
complete -c memento -n '__memento_in event add' -l unfinished -d 'A turn that was broken off.'
complete -c memento -n '__memento_in event add' -l about -x -a 'elementary middle high university work' -d 'When its matter was: 2018, high school.'
complete -c memento -n '__memento_in event add' -l about-confidence -x -d 'How sure that time is; about needs it.'
complete -c memento -n '__memento_in event add' -l life-stage -x -a 'elementary middle high university work' -d 'Or the stage of life: high, work …'
complete -c memento -n '__memento_in event add' -l jsonl -x -d 'Many: JSON, one a line; - reads stdin.'
complete -c memento -n '__memento_in event add' -l strict -d 'With --jsonl: code 7 if any had to be left out.'
complete -c memento -n '__memento_in event add' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in event add' -s n -l dry-run -d 'Only show what would be done.'

complete -c memento -n '__memento_in event list' -l since -x -d 'Then or later: 2w, 2025-02.'
complete -c memento -n '__memento_in event list' -l until -x -d 'By then; a day counts whole.'
complete -c memento -n '__memento_in event list' -l source -x -a 'chat notification image reminder meta_proactive' -d 'From any of these; repeatable.'
complete -c memento -n '__memento_in event list' -l about -x -a 'elementary middle high university work' -d 'That tell of then: 2018, high school.'
complete -c memento -n '__memento_in event list' -l client -x -d 'Through this program.'
complete -c memento -n '__memento_in event list' -l session -x -d 'In this session.'
complete -c memento -n '__memento_in event list' -s p -l person -x -d 'Whose memory.'
complete -c memento -n '__memento_in event list' -l thread -x -a '(__memento_ids --in threads)' -d 'In this thread.'
complete -c memento -n '__memento_in event list' -s l -l limit -x -d 'So many, 0 all.'
complete -c memento -n '__memento_in event list' -l offset -x -d 'Leave out the first N.'

complete -c memento -n '__memento_at 1 "event link"' -a '(__memento_ids --in events)'
complete -c memento -n '__memento_at 2 "event link"' -a 'reply_to same_topic caused_by'
complete -c memento -n '__memento_at 3 "event link"' -a '(__memento_ids --in events)'
complete -c memento -n '__memento_in event link' -l confidence -x -d 'How sure it is that the link holds.'
complete -c memento -n '__memento_in event link' -l remove -d 'Take the link away, also one that was assumed.'
complete -c memento -n '__memento_in event link' -s r -l reason -x -d 'Why, for the log.'

complete -c memento -n '__memento_at 1 "event affect"' -a '(__memento_ids --in events)'
complete -c memento -n '__memento_in event affect' -l valence -x -d 'From unpleasant to pleasant.'
complete -c memento -n '__memento_in event affect' -l arousal -x -d 'From calm to excited.'
complete -c memento -n '__memento_in event affect' -l dominance -x -d 'From helpless to in control.'
complete -c memento -n '__memento_in event affect' -s l -l label -x -d 'A short word for it; repeatable.'
complete -c memento -n '__memento_in event affect' -l text -x -d 'What was felt, and why; - is stdin.'
complete -c memento -n '__memento_in event affect' -l confidence -x -d 'How sure that is.'
complete -c memento -n '__memento_in event affect' -l of -x -d 'Whose: ana, ctx://person/ana; else the store\'s own.'
complete -c memento -n '__memento_in event affect' -l mood -x -d 'What their long mood may say from now on.'
complete -c memento -n '__memento_in event affect' -l evidence -x -a '(__memento_ids)' -d 'An event that it goes back to; repeatable.'
complete -c memento -n '__memento_in event affect' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in event affect' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in event affect' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in event extract' -l model -x -d 'The model: a program and its arguments.'
complete -c memento -n '__memento_in event extract' -l prompt -d 'Print what a model is asked; - takes its answer.'
complete -c memento -n '__memento_in event extract' -l calls -x -d 'Ask the model so often at most.'
complete -c memento -n '__memento_in event extract' -l queue -d 'As proposals, which somebody applies or rejects.'
complete -c memento -n '__memento_in event extract' -l apply -d 'At once, whatever the setting extract.queue says.'
complete -c memento -n '__memento_in event extract' -l skip-bad -d 'Leave out what cannot be done, and do the rest.'
complete -c memento -n '__memento_in event extract' -l strict -d 'Code 7 if anything was left out.'
complete -c memento -n '__memento_in event extract' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in event extract' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in event extract' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in event extract' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_at 1 "event thread add"' -a '(__memento_ids --in threads)'
complete -c memento -n '__memento_at 0 "event thread add"' -a '(__memento_ids --in events)'
complete -c memento -n '__memento_in event thread add' -l confidence -x -d 'How sure it is that they belong there.'
complete -c memento -n '__memento_in event thread add' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in event thread add' -l allow-secret -d 'Keep it although it has a key or a password.'

complete -c memento -n '__memento_at 1 "event thread remove"' -a '(__memento_ids --in threads)'
complete -c memento -n '__memento_at 0 "event thread remove"' -a '(__memento_ids --in events)'
complete -c memento -n '__memento_in event thread remove' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in event thread remove' -l allow-secret -d 'Keep it although it has a key or a password.'

complete -c memento -n '__memento_at 1 "event thread split"' -a '(__memento_ids --in threads)'
complete -c memento -n '__memento_at 0 "event thread split"' -a '(__memento_ids --in events)'
complete -c memento -n '__memento_in event thread split' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in event thread split' -l allow-secret -d 'Keep it although it has a key or a password.'

complete -c memento -n '__memento_at 1 "event thread merge"' -a '(__memento_ids --in threads)'
complete -c memento -n '__memento_at 0 "event thread merge"' -a '(__memento_ids --in threads)'
complete -c memento -n '__memento_in event thread merge' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in event thread merge' -l allow-secret -d 'Keep it although it has a key or a password.'


complete -c memento -n '__memento_at 1 "event thread show"' -a '(__memento_ids --in threads)'

complete -c memento -n '__memento_at 1 "fact set"' -a '(__memento_ids --in facts)'
complete -c memento -n '__memento_in fact set' -l of -x -d 'Whose: ana, ctx://person/ana; else the store\'s own.'
complete -c memento -n '__memento_in fact set' -l from -x -d 'It holds from then on, not from now.'
complete -c memento -n '__memento_in fact set' -l until -x -d 'Until then; what follows stays as it was.'
complete -c memento -n '__memento_in fact set' -l beside -d 'It holds in addition to the current value.'
complete -c memento -n '__memento_in fact set' -l confidence -x -d 'How sure it is.'
complete -c memento -n '__memento_in fact set' -l evidence -x -a '(__memento_ids --in events)' -d 'An event that it goes back to; repeatable.'
complete -c memento -n '__memento_in fact set' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in fact set' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in fact set' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_at 1 "fact get"' -a '(__memento_ids --in facts)'
complete -c memento -n '__memento_in fact get' -l of -x -d 'Whose: ana, ctx://person/ana; else the store\'s own.'
complete -c memento -n '__memento_in fact get' -l at -x -d 'What held then, not what holds now.'
complete -c memento -n '__memento_in fact get' -l as-of -x -d 'As it was known then.'

complete -c memento -n '__memento_in fact list' -l of -x -d 'Whose: ana, ctx://person/ana; else the store\'s own.'
complete -c memento -n '__memento_in fact list' -l at -x -d 'What held then, not what holds now.'
complete -c memento -n '__memento_in fact list' -l as-of -x -d 'As it was known then.'
complete -c memento -n '__memento_in fact list' -l likes -d 'Instead: what is liked and disliked.'
complete -c memento -n '__memento_in fact list' -s d -l domain -x -a 'food topic style' -d 'Of what sort that is.'
complete -c memento -n '__memento_in fact list' -l confirmed -d 'With --likes: only what is confirmed.'
complete -c memento -n '__memento_in fact list' -s a -l all -d 'With --likes: also what was revoked.'

complete -c memento -n '__memento_at 1 "fact history"' -a '(__memento_ids --in facts)'
complete -c memento -n '__memento_in fact history' -l of -x -d 'Whose: ana, ctx://person/ana; else the store\'s own.'

complete -c memento -n '__memento_at 1 "fact correct"' -a '(__memento_ids --in facts)'
complete -c memento -n '__memento_in fact correct' -l of -x -d 'Whose: ana, ctx://person/ana; else the store\'s own.'
complete -c memento -n '__memento_in fact correct' -l at -x -d 'Correct what held then, not what holds.'
complete -c memento -n '__memento_in fact correct' -l confidence -x -d 'How sure it is.'
complete -c memento -n '__memento_in fact correct' -l evidence -x -a '(__memento_ids --in events)' -d 'An event that it goes back to; repeatable.'
complete -c memento -n '__memento_in fact correct' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in fact correct' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in fact correct' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_at 1 "fact end"' -a '(__memento_ids --in facts)'
complete -c memento -n '__memento_in fact end' -l of -x -d 'Whose: ana, ctx://person/ana; else the store\'s own.'
complete -c memento -n '__memento_in fact end' -l at -x -d 'It ended then, not now.'
complete -c memento -n '__memento_in fact end' -l until -x -d 'It holds again from then on.'
complete -c memento -n '__memento_in fact end' -l evidence -x -a '(__memento_ids --in events)' -d 'An event that it goes back to; repeatable.'
complete -c memento -n '__memento_in fact end' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in fact end' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in fact end' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in fact like' -s d -l domain -x -a 'food topic style' -d 'Of what sort that is.'
complete -c memento -n '__memento_in fact like' -l of -x -d 'Whose: ana, ctx://person/ana; else the store\'s own.'
complete -c memento -n '__memento_in fact like' -l confirmed -d 'Confirm it at once.'
complete -c memento -n '__memento_in fact like' -l note -x -d 'A word about it.'
complete -c memento -n '__memento_in fact like' -l event -x -a '(__memento_ids)' -d 'The event that causes it; it is evidence.'
complete -c memento -n '__memento_in fact like' -l evidence -x -a '(__memento_ids)' -d 'An event that it goes back to; repeatable.'
complete -c memento -n '__memento_in fact like' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in fact like' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in fact like' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in fact dislike' -s d -l domain -x -a 'food topic style' -d 'Of what sort that is.'
complete -c memento -n '__memento_in fact dislike' -l of -x -d 'Whose: ana, ctx://person/ana; else the store\'s own.'
complete -c memento -n '__memento_in fact dislike' -l confirmed -d 'Confirm it at once.'
complete -c memento -n '__memento_in fact dislike' -l note -x -d 'A word about it.'
complete -c memento -n '__memento_in fact dislike' -l event -x -a '(__memento_ids)' -d 'The event that causes it; it is evidence.'
complete -c memento -n '__memento_in fact dislike' -l evidence -x -a '(__memento_ids)' -d 'An event that it goes back to; repeatable.'
complete -c memento -n '__memento_in fact dislike' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in fact dislike' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in fact dislike' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in fact confirm' -s d -l domain -x -a 'food topic style' -d 'Of what sort that is.'
complete -c memento -n '__memento_in fact confirm' -l of -x -d 'Whose: ana, ctx://person/ana; else the store\'s own.'
complete -c memento -n '__memento_in fact confirm' -l dislike -d 'It is about the dislike, not the like.'
complete -c memento -n '__memento_in fact confirm' -l note -x -d 'A word about it.'
complete -c memento -n '__memento_in fact confirm' -l event -x -a '(__memento_ids)' -d 'The event that causes it; it is evidence.'
complete -c memento -n '__memento_in fact confirm' -l evidence -x -a '(__memento_ids)' -d 'An event that it goes back to; repeatable.'
complete -c memento -n '__memento_in fact confirm' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in fact confirm' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in fact confirm' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in fact revoke' -s d -l domain -x -a 'food topic style' -d 'Of what sort that is.'
complete -c memento -n '__memento_in fact revoke' -l of -x -d 'Whose: ana, ctx://person/ana; else the store\'s own.'
complete -c memento -n '__memento_in fact revoke' -l dislike -d 'It is about the dislike, not the like.'
complete -c memento -n '__memento_in fact revoke' -l note -x -d 'A word about it.'
complete -c memento -n '__memento_in fact revoke' -l event -x -a '(__memento_ids)' -d 'The event that causes it; it is evidence.'
complete -c memento -n '__memento_in fact revoke' -l evidence -x -a '(__memento_ids)' -d 'An event that it goes back to; repeatable.'
complete -c memento -n '__memento_in fact revoke' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in fact revoke' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in fact revoke' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_at 1 "state add"' -a 'fact relation task summary long_mood_state'
complete -c memento -n '__memento_in state add' -l due -x -d 'By when a task is due: tomorrow, friday, +3d.'
complete -c memento -n '__memento_in state add' -l of -x -d 'Whose: ana, ctx://person/ana; else the store\'s own.'
complete -c memento -n '__memento_in state add' -l from -x -d 'From when it holds.'
complete -c memento -n '__memento_in state add' -l until -x -d 'From then on it holds no more.'
complete -c memento -n '__memento_in state add' -l confidence -x -d 'How sure it is.'
complete -c memento -n '__memento_in state add' -l payload -x -d 'A table beside its words; update merges.'
complete -c memento -n '__memento_in state add' -l about -x -a 'elementary middle high university work' -d 'When its matter was: 2018, high school.'
complete -c memento -n '__memento_in state add' -l about-confidence -x -d 'How sure that time is; about needs it.'
complete -c memento -n '__memento_in state add' -l life-stage -x -a 'elementary middle high university work' -d 'Or the stage of life: high, work …'
complete -c memento -n '__memento_in state add' -l event -x -a '(__memento_ids)' -d 'The event that causes it; it is evidence.'
complete -c memento -n '__memento_in state add' -l evidence -x -a '(__memento_ids)' -d 'An event that it goes back to; repeatable.'
complete -c memento -n '__memento_in state add' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in state add' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in state add' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in state list' -l kind -x -a 'fact relation task summary long_mood_state' -d 'Of this kind: fact, relation, task, summary, long_mood_state.'
complete -c memento -n '__memento_in state list' -s a -l all -d 'Also what is closed, done, or not begun.'
complete -c memento -n '__memento_in state list' -l as-of -x -d 'What held then.'
complete -c memento -n '__memento_in state list' -l of -x -d 'Of this person alone: ana, ctx://person/ana.'

complete -c memento -n '__memento_at 1 "state update"' -a '(__memento_ids --in states)'
complete -c memento -n '__memento_in state update' -l body -x -d 'What it says now; - is stdin.'
complete -c memento -n '__memento_in state update' -l due -x -d 'By when a task is due: tomorrow, friday, +3d.'
complete -c memento -n '__memento_in state update' -l from -x -d 'From when it holds.'
complete -c memento -n '__memento_in state update' -l until -x -d 'From then on it holds no more.'
complete -c memento -n '__memento_in state update' -l confidence -x -d 'How sure it is.'
complete -c memento -n '__memento_in state update' -l payload -x -d 'A table beside its words; update merges.'
complete -c memento -n '__memento_in state update' -l about -x -a 'elementary middle high university work' -d 'When its matter was: 2018, high school.'
complete -c memento -n '__memento_in state update' -l about-confidence -x -d 'How sure that time is; about needs it.'
complete -c memento -n '__memento_in state update' -l life-stage -x -a 'elementary middle high university work' -d 'Or the stage of life: high, work …'
complete -c memento -n '__memento_in state update' -l event -x -a '(__memento_ids)' -d 'The event that causes it; it is evidence.'
complete -c memento -n '__memento_in state update' -l evidence -x -a '(__memento_ids)' -d 'An event that it goes back to; repeatable.'
complete -c memento -n '__memento_in state update' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in state update' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in state update' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_at 0 "state done"' -a '(__memento_ids --in tasks)'
complete -c memento -n '__memento_in state done' -l event -x -a '(__memento_ids)' -d 'The event that causes it; it is evidence.'
complete -c memento -n '__memento_in state done' -l evidence -x -a '(__memento_ids)' -d 'An event that it goes back to; repeatable.'
complete -c memento -n '__memento_in state done' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in state done' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in state done' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_at 0 "state close"' -a '(__memento_ids --in states)'
complete -c memento -n '__memento_in state close' -l at -x -d 'It held until then, not until now.'
complete -c memento -n '__memento_in state close' -l event -x -a '(__memento_ids)' -d 'The event that causes it; it is evidence.'
complete -c memento -n '__memento_in state close' -l evidence -x -a '(__memento_ids)' -d 'An event that it goes back to; repeatable.'
complete -c memento -n '__memento_in state close' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in state close' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in state close' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_at 0 "state confirm"' -a '(__memento_ids --in states)'
complete -c memento -n '__memento_in state confirm' -l event -x -a '(__memento_ids)' -d 'The event that causes it; it is evidence.'
complete -c memento -n '__memento_in state confirm' -l evidence -x -a '(__memento_ids)' -d 'An event that it goes back to; repeatable.'
complete -c memento -n '__memento_in state confirm' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in state confirm' -l allow-secret -d 'Keep it although it has a key or a password.'

complete -c memento -n '__memento_in state mood' -l of -x -d 'Whose: ana, ctx://person/ana; else the store\'s own.'
complete -c memento -n '__memento_in state mood' -l say -x -d 'Let it say this; - is stdin.'
complete -c memento -n '__memento_in state mood' -l history -d 'How it moved, drawn.'
complete -c memento -n '__memento_in state mood' -l since -x -d 'With --history: from then on.'
complete -c memento -n '__memento_in state mood' -l html -x -d 'With --history: a page in this file; - prints it.'
complete -c memento -n '__memento_in state mood' -l ascii -d 'Draw with ASCII alone.'
complete -c memento -n '__memento_in state mood' -l force -d 'Say it again on the same day; with --html, write over.'
complete -c memento -n '__memento_in state mood' -l event -x -a '(__memento_ids)' -d 'The event that causes it; it is evidence.'
complete -c memento -n '__memento_in state mood' -l evidence -x -a '(__memento_ids)' -d 'An event that it goes back to; repeatable.'
complete -c memento -n '__memento_in state mood' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in state mood' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in state mood' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_at 1 "block set"' -a '(__memento_ids --in blocks)'
complete -c memento -n '__memento_in block set' -l of -x -d 'Whose block: a persona\'s; else nobody\'s.'
complete -c memento -n '__memento_in block set' -l description -x -d 'What it is for; else that stays.'
complete -c memento -n '__memento_in block set' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in block set' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in block set' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_at 1 "block get"' -a '(__memento_ids --in blocks)'
complete -c memento -n '__memento_in block get' -l of -x -d 'Whose block: a persona\'s; else nobody\'s.'

complete -c memento -n '__memento_in block list' -l of -x -d 'Whose block: a persona\'s; else nobody\'s.'

complete -c memento -n '__memento_at 1 "block delete"' -a '(__memento_ids --in blocks)'
complete -c memento -n '__memento_in block delete' -l of -x -d 'Whose block: a persona\'s; else nobody\'s.'
complete -c memento -n '__memento_in block delete' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in block delete' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_at 1 "kv set"' -a '(__memento_ids --in kv)'
complete -c memento -n '__memento_in kv set' -l ttl -x -d 'How long it lives: 90m, 2h, 30d.'
complete -c memento -n '__memento_in kv set' -l of -x -d 'Whose: ana, ctx://person/ana; else the store\'s own.'
complete -c memento -n '__memento_in kv set' -l as-json -d 'The value is JSON: a number, a list, a table.'
complete -c memento -n '__memento_in kv set' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in kv set' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in kv set' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_at 1 "kv get"' -a '(__memento_ids --in kv)'
complete -c memento -n '__memento_in kv get' -l of -x -d 'Whose: ana, ctx://person/ana; else the store\'s own.'

complete -c memento -n '__memento_in kv list' -l of -x -d 'Whose: ana, ctx://person/ana; else the store\'s own.'
complete -c memento -n '__memento_in kv list' -s a -l all -d 'Also how many have expired and wait for prune.'

complete -c memento -n '__memento_at 1 "kv unset"' -a '(__memento_ids --in kv)'
complete -c memento -n '__memento_in kv unset' -l of -x -d 'Whose: ana, ctx://person/ana; else the store\'s own.'
complete -c memento -n '__memento_in kv unset' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in kv unset' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in session start' -l id -x -a '(__memento_ids)' -d 'Its id; else one is made.'
complete -c memento -n '__memento_in session start' -l budget -x -d 'Else session.token_budget.'
complete -c memento -n '__memento_in session start' -l project -x -d 'Of a project.'
complete -c memento -n '__memento_in session start' -l agent -x -d 'Which agent talks.'
complete -c memento -n '__memento_in session start' -l of -x -d 'Whose: ana, ctx://person/ana; else the store\'s own.'
complete -c memento -n '__memento_in session start' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in session start' -l allow-secret -d 'Keep it although it has a key or a password.'

complete -c memento -n '__memento_at 1 "session add"' -a '(__memento_ids --in sessions)'
complete -c memento -n '__memento_in session add' -l role -x -a 'user assistant tool note' -d 'Who says it.'
complete -c memento -n '__memento_in session add' -l who -x -d 'Who, by name.'
complete -c memento -n '__memento_in session add' -l from -x -d 'A memory or event that it came from.'
complete -c memento -n '__memento_in session add' -l jsonl -x -d 'Many: JSON, one a line; - reads stdin.'
complete -c memento -n '__memento_in session add' -l allow-secret -d 'Keep it although it has a key or a password.'

complete -c memento -n '__memento_at 1 "session show"' -a '(__memento_ids --in sessions)'


complete -c memento -n '__memento_at 1 "session query"' -a '(__memento_ids --in sessions)'

complete -c memento -n '__memento_at 1 "session summarize"' -a '(__memento_ids --in sessions)'
complete -c memento -n '__memento_in session summarize' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in session summarize' -l allow-secret -d 'Keep it although it has a key or a password.'

complete -c memento -n '__memento_at 1 "session end"' -a '(__memento_ids --in sessions)'
complete -c memento -n '__memento_in session end' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in session end' -l allow-secret -d 'Keep it although it has a key or a password.'

complete -c memento -n '__memento_in context' -l budget -x -d 'At most so many; else context.budget.'
complete -c memento -n '__memento_in context' -l of -x -d 'Whose blocks, facts and mood are told, too.'
complete -c memento -n '__memento_in context' -l in-session -x -a '(__memento_ids)' -d 'What a session has at hand is told, and recalled for.'
complete -c memento -n '__memento_in context' -l no-vectors -d 'By words alone, not by meaning.'
complete -c memento -n '__memento_in context' -s p -l person -x -d 'Whose memory: alex or ctx://person/alex.'
complete -c memento -n '__memento_in context' -s t -l topic -x -d 'About any of these; repeatable.'
complete -c memento -n '__memento_in context' -s w -l with -x -d 'With any of them; repeatable.'
complete -c memento -n '__memento_in context' -l kind -x -a 'working episodic semantic procedural' -d 'Of one of these kinds.'
complete -c memento -n '__memento_in context' -l project -x -d 'Of any of these; repeatable.'
complete -c memento -n '__memento_in context' -l since -x -d 'Created then or later: 2w, 2025-02.'
complete -c memento -n '__memento_in context' -l until -x -d 'Created by then; a day counts whole.'
complete -c memento -n '__memento_in context' -l about -x -a 'elementary middle high university work' -d 'True then: 2018, 2018-04..2018-09, high school.'
complete -c memento -n '__memento_in context' -l where -x -a 'person: topic: with: outcome: kind: project: agent: session: tier: trust: strength: importance: privacy: since: until: about:' -d 'By any other field of a query: outcome:negative, \'strength:<.3\'; repeatable.'
complete -c memento -n '__memento_in context' -l sort -x -a 'score strength created last_reinforced importance' -d 'By what; else the score, or the strength.'
complete -c memento -n '__memento_in context' -l order -x -a 'desc asc' -d 'Falling or rising.'
complete -c memento -n '__memento_in context' -s l -l limit -x -d 'At most so many.'
complete -c memento -n '__memento_in context' -l offset -x -d 'Leave out the first N.'

complete -c memento -n '__memento_at 1 "graph add"' -a '(__memento_ids --in graph)'
complete -c memento -n '__memento_at 3 "graph add"' -a '(__memento_ids --in graph)'
complete -c memento -n '__memento_in graph add' -l weight -x -d 'What it weighs at first, 0 to 1.'
complete -c memento -n '__memento_in graph add' -l law -x -d 'Its own law: never, daily=5, ttl=30d.'
complete -c memento -n '__memento_in graph add' -s e -l evidence -x -a '(__memento_ids)' -d 'What says so; repeatable.'
complete -c memento -n '__memento_in graph add' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in graph add' -l allow-secret -d 'Keep it although it has a key or a password.'

complete -c memento -n '__memento_at 1 "graph remove"' -a '(__memento_ids --in graph)'
complete -c memento -n '__memento_at 3 "graph remove"' -a '(__memento_ids --in graph)'
complete -c memento -n '__memento_in graph remove' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in graph remove' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in graph list' -l deep -d 'Ghosts among the edges, too.'
complete -c memento -n '__memento_in graph list' -l format -x -a 'table json ndjson tsv ids dot mermaid svg' -d 'How to print data.'

complete -c memento -n '__memento_at 1 "graph show"' -a '(__memento_ids --in graph)'
complete -c memento -n '__memento_in graph show' -l hops -x -d 'Instead: what is within so many steps of it.'
complete -c memento -n '__memento_in graph show' -l deep -d 'Ghosts among the edges, too.'
complete -c memento -n '__memento_in graph show' -s l -l limit -x -d 'Show at most so many.'
complete -c memento -n '__memento_in graph show' -l format -x -a 'table json ndjson tsv ids dot mermaid svg' -d 'How to print data.'

complete -c memento -n '__memento_at 1 "graph path"' -a '(__memento_ids --in graph)'
complete -c memento -n '__memento_at 2 "graph path"' -a '(__memento_ids --in graph)'
complete -c memento -n '__memento_in graph path' -l deep -d 'Ghosts among the edges, too.'
complete -c memento -n '__memento_in graph path' -l format -x -a 'table json ndjson tsv ids dot mermaid svg' -d 'How to print data.'

complete -c memento -n '__memento_at 1 "graph name"' -a '(__memento_ids --in graph)'
complete -c memento -n '__memento_in graph name' -l alias -x -d 'What else it is called; repeatable.'
complete -c memento -n '__memento_in graph name' -l kind -x -d 'What it is: person, company.'
complete -c memento -n '__memento_in graph name' -l remove -d 'It is not called so: take the aliases away.'
complete -c memento -n '__memento_in graph name' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in graph name' -s y -l yes -d 'Do it without asking.'
complete -c memento -n '__memento_in graph name' -l allow-secret -d 'Keep it although it has a key or a password.'

complete -c memento -n '__memento_at 1 "graph delete"' -a '(__memento_ids --in graph)'
complete -c memento -n '__memento_in graph delete' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in graph delete' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in agent setup' -l client -x -a 'claude cursor vscode codex gemini opencode copilot windsurf zed goose claude-desktop' -d 'What runs the agent.'
complete -c memento -n '__memento_in agent setup' -l only -x -a 'server skill rule hooks' -d 'Only this part.'
complete -c memento -n '__memento_in agent setup' -l write -x -a '(__fish_complete_directories)' -d 'Write the missing files in this project.'
complete -c memento -n '__memento_in agent setup' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in agent setup' -l check -d 'Start what hosts have, and say what is wrong.'
complete -c memento -n '__memento_in agent setup' -l read-only -d 'Only the tools that change nothing.'
complete -c memento -n '__memento_in agent setup' -l allow-destructive -d 'Let forget erase, once the user agrees.'
complete -c memento -n '__memento_in agent setup' -l scope -x -d 'Only that is seen; repeatable.'
complete -c memento -n '__memento_in agent setup' -l min-trust -x -a 'user confirmed agent imported' -d 'Only what is vouched for so.'
complete -c memento -n '__memento_in agent setup' -l of -x -d 'Whose blocks and facts: a persona, or a person.'
complete -c memento -n '__memento_in agent setup' -l toolset -x -a 'core full companion review' -d 'Which; several with commas.'
complete -c memento -n '__memento_in agent setup' -l compat -x -d 'The tools of that server, instead.'

complete -c memento -n '__memento_in agent mcp' -l http -x -d 'Over HTTP, on this machine alone; 0: any port.'
complete -c memento -n '__memento_in agent mcp' -l token-file -x -a '(__fish_complete_directories)' -d 'The token of --http, made if missing; else $MEMENTO_MCP_TOKEN.'
complete -c memento -n '__memento_in agent mcp' -l read-only -d 'Only the tools that change nothing.'
complete -c memento -n '__memento_in agent mcp' -l allow-destructive -d 'Let forget erase, once the user agrees.'
complete -c memento -n '__memento_in agent mcp' -l scope -x -d 'Only that is seen; repeatable.'
complete -c memento -n '__memento_in agent mcp' -l min-trust -x -a 'user confirmed agent imported' -d 'Only what is vouched for so.'
complete -c memento -n '__memento_in agent mcp' -l of -x -d 'Whose blocks and facts: a persona, or a person.'
complete -c memento -n '__memento_in agent mcp' -l toolset -x -a 'core full companion review' -d 'Which; several with commas.'
complete -c memento -n '__memento_in agent mcp' -l compat -x -d 'The tools of that server, instead.'
complete -c memento -n '__memento_in agent mcp' -l hub -x -d 'A service of ~/.pg_service.conf, or a URL.'
complete -c memento -n '__memento_in agent mcp' -l tenant -x -d 'The tenant of the hub.'
complete -c memento -n '__memento_in agent mcp' -l local-ack -d 'Of --hub: answer at once, and push afterwards.'

complete -c memento -n '__memento_in agent tools' -l read-only -d 'Only the tools that change nothing.'
complete -c memento -n '__memento_in agent tools' -l toolset -x -a 'core full companion review' -d 'Which; several with commas.'
complete -c memento -n '__memento_in agent tools' -l compat -x -d 'The tools of that server, instead.'
complete -c memento -n '__memento_in agent tools' -l format -x -a 'json openai responses anthropic' -d 'How to print data.'

complete -c memento -n '__memento_at 1 "agent call"' -a 'remember recall feedback forget context block pin unpin link fact export session summarize_thread save_memory query_memory observe affect mood prefer state thread events about cards proposals create_entities create_relations add_observations delete_entities delete_observations delete_relations read_graph search_nodes open_nodes'
complete -c memento -n '__memento_in agent call' -l read-only -d 'Only the tools that change nothing.'
complete -c memento -n '__memento_in agent call' -l allow-destructive -d 'Let forget erase, once the user agrees.'
complete -c memento -n '__memento_in agent call' -l scope -x -d 'Only that is seen; repeatable.'
complete -c memento -n '__memento_in agent call' -l min-trust -x -a 'user confirmed agent imported' -d 'Only what is vouched for so.'

complete -c memento -n '__memento_in agent token add' -l scope -x -d 'Only that is seen; repeatable.'
complete -c memento -n '__memento_in agent token add' -l read-only -d 'It changes nothing.'
complete -c memento -n '__memento_in agent token add' -l min-trust -x -a 'user confirmed agent imported' -d 'Only what is vouched for so.'



complete -c memento -n '__memento_in agent hook' -l budget -x -d 'Tell at most so many.'

complete -c memento -n '__memento_at 1 "agent feedback"' -a '(__memento_ids)'
complete -c memento -n '__memento_at 2 "agent feedback"' -a 'used helpful not_helpful edited neglected'
complete -c memento -n '__memento_in agent feedback' -l score -x -d 'How much of a weakening; all if it is not said.'
complete -c memento -n '__memento_in agent feedback' -l answer -x -d 'What is right: proposed as a new memory.'
complete -c memento -n '__memento_in agent feedback' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in agent feedback' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in agent feedback' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in agent materialize' -l client -x -a 'claude codex gemini agents' -d 'What reads it.'
complete -c memento -n '__memento_in agent materialize' -l min-trust -x -a 'user confirmed agent imported' -d 'Only what is vouched for so.'
complete -c memento -n '__memento_in agent materialize' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in agent materialize' -s y -l yes -d 'Do it without asking.'
complete -c memento -n '__memento_in agent materialize' -s p -l person -x -d 'Whose memory: alex or ctx://person/alex.'
complete -c memento -n '__memento_in agent materialize' -s t -l topic -x -d 'About any of these; repeatable.'
complete -c memento -n '__memento_in agent materialize' -s w -l with -x -d 'With any of them; repeatable.'
complete -c memento -n '__memento_in agent materialize' -l kind -x -a 'working episodic semantic procedural' -d 'Of one of these kinds.'
complete -c memento -n '__memento_in agent materialize' -l project -x -d 'Of any of these; repeatable.'
complete -c memento -n '__memento_in agent materialize' -l since -x -d 'Created then or later: 2w, 2025-02.'
complete -c memento -n '__memento_in agent materialize' -l until -x -d 'Created by then; a day counts whole.'
complete -c memento -n '__memento_in agent materialize' -l about -x -a 'elementary middle high university work' -d 'True then: 2018, 2018-04..2018-09, high school.'
complete -c memento -n '__memento_in agent materialize' -l where -x -a 'person: topic: with: outcome: kind: project: agent: session: tier: trust: strength: importance: privacy: since: until: about:' -d 'By any other field of a query: outcome:negative, \'strength:<.3\'; repeatable.'
complete -c memento -n '__memento_in agent materialize' -l sort -x -a 'score strength created last_reinforced importance' -d 'By what; else the score, or the strength.'
complete -c memento -n '__memento_in agent materialize' -l order -x -a 'desc asc' -d 'Falling or rising.'
complete -c memento -n '__memento_in agent materialize' -s l -l limit -x -d 'At most so many.'
complete -c memento -n '__memento_in agent materialize' -l offset -x -d 'Leave out the first N.'

complete -c memento -n '__memento_at 1 "init"' -a '(__fish_complete_directories)'
complete -c memento -n '__memento_in init' -l profile -x -a 'half-life ebbinghaus agent companion tiers' -d 'Which set of defaults.'
complete -c memento -n '__memento_in init' -s p -l person -x -d 'Whose memory it mostly is.'

complete -c memento -n '__memento_in config list' -s a -l all -d 'Every setting, each with what it decides.'


complete -c memento -n '__memento_in config set' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in config set' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_at 1 "config profile"' -a 'half-life ebbinghaus agent companion tiers'
complete -c memento -n '__memento_in config profile' -l all -d 'Change also what was set here by hand.'
complete -c memento -n '__memento_in config profile' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in config profile' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_at 1 "config diff"' -a 'half-life ebbinghaus agent companion tiers'

complete -c memento -n '__memento_at 1 "config completion"' -a 'bash zsh fish install'
complete -c memento -n '__memento_in config completion' -s n -l dry-run -d 'Only show what would be done.'

complete -c memento -n '__memento_in tidy list' -l doubles -d 'Instead: memories that say or concern the same.'
complete -c memento -n '__memento_in tidy list' -l min-score -x -d 'At least this like another of its group; else 0.75.'
complete -c memento -n '__memento_in tidy list' -s l -l limit -x -d 'At most so many, or groups.'

complete -c memento -n '__memento_at 0 "tidy show"' -a '(__memento_ids --in proposals)'

complete -c memento -n '__memento_at 0 "tidy apply"' -a '(__memento_ids --in proposals)'
complete -c memento -n '__memento_in tidy apply' -l only -x -d 'Those of one kind alone.'
complete -c memento -n '__memento_in tidy apply' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in tidy apply' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in tidy apply' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_at 0 "tidy reject"' -a '(__memento_ids --in proposals)'
complete -c memento -n '__memento_in tidy reject' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in tidy reject' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in tidy propose' -l all -d 'Look at every memory, however old.'
complete -c memento -n '__memento_in tidy propose' -l since -x -d 'What was recorded then or later.'
complete -c memento -n '__memento_in tidy propose' -l limit -x -d 'So many proposals at most, not 100.'
complete -c memento -n '__memento_in tidy propose' -l only -x -d 'Those of one kind alone.'
complete -c memento -n '__memento_in tidy propose' -l apply-safe -d 'Merge exact copies at once; of episodes those of half a day.'
complete -c memento -n '__memento_in tidy propose' -s n -l dry-run -d 'Only show what would be done.'

complete -c memento -n '__memento_in tidy conflicts' -l propose -d 'Propose links between what may contradict.'

complete -c memento -n '__memento_in tidy run' -s n -l dry-run -d 'Only show what would be done.'

complete -c memento -n '__memento_in tidy cron' -l systemd -d 'A systemd service and its timer instead.'

complete -c memento -n '__memento_at 1 "import"' -F
complete -c memento -n '__memento_in import' -l git -x -a '(__fish_complete_directories)' -d 'The history of a git repository.'
complete -c memento -n '__memento_in import' -l from -x -a 'jsonl openai anthropic locomo mem0 markdown jrnl csv toml claude-memory codex-memory gemini-memory agents-memory' -d 'If the names do not say.'
complete -c memento -n '__memento_in import' -s p -l person -x -d 'Whose memory.'
complete -c memento -n '__memento_in import' -l strict -d 'Code 7 if anything had to be skipped.'
complete -c memento -n '__memento_in import' -l keep-trust -d 'Your own: it keeps the trust that it claims.'
complete -c memento -n '__memento_in import' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in import' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in import' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in export' -s o -l output -x -a '(__fish_complete_directories)' -d 'A file; of markdown, a folder.'
complete -c memento -n '__memento_in export' -l kinds -x -d 'Of ndjson: memories,archive,graph …; or all.'
complete -c memento -n '__memento_in export' -l raw-csv -d 'Of csv: cells that a spreadsheet may compute.'
complete -c memento -n '__memento_in export' -l strict -d 'Code 7 if anything could not be read.'
complete -c memento -n '__memento_in export' -s y -l yes -d 'Do it without asking.'
complete -c memento -n '__memento_in export' -s p -l person -x -d 'Whose memory: alex or ctx://person/alex.'
complete -c memento -n '__memento_in export' -s t -l topic -x -d 'About any of these; repeatable.'
complete -c memento -n '__memento_in export' -s w -l with -x -d 'With any of them; repeatable.'
complete -c memento -n '__memento_in export' -l kind -x -a 'working episodic semantic procedural' -d 'Of one of these kinds.'
complete -c memento -n '__memento_in export' -l project -x -d 'Of any of these; repeatable.'
complete -c memento -n '__memento_in export' -l since -x -d 'Created then or later: 2w, 2025-02.'
complete -c memento -n '__memento_in export' -l until -x -d 'Created by then; a day counts whole.'
complete -c memento -n '__memento_in export' -l about -x -a 'elementary middle high university work' -d 'True then: 2018, 2018-04..2018-09, high school.'
complete -c memento -n '__memento_in export' -l where -x -a 'person: topic: with: outcome: kind: project: agent: session: tier: trust: strength: importance: privacy: since: until: about:' -d 'By any other field of a query: outcome:negative, \'strength:<.3\'; repeatable.'
complete -c memento -n '__memento_in export' -l sort -x -a 'score strength created last_reinforced importance' -d 'By what; else the score, or the strength.'
complete -c memento -n '__memento_in export' -l order -x -a 'desc asc' -d 'Falling or rising.'
complete -c memento -n '__memento_in export' -s l -l limit -x -d 'At most so many.'
complete -c memento -n '__memento_in export' -l offset -x -d 'Leave out the first N.'
complete -c memento -n '__memento_in export' -l format -x -a 'ndjson markdown csv html' -d 'How to print data.'

complete -c memento -n '__memento_in status' -l full -d 'Also what the store holds: how strong, about whom.'
complete -c memento -n '__memento_in status' -l health -d 'Instead: what wants to be looked after, and by which command.'
complete -c memento -n '__memento_in status' -l ascii -d 'Draw with ASCII alone.'

complete -c memento -n '__memento_in store git' -l remove -d 'Take the driver and the hooks out of this clone.'
complete -c memento -n '__memento_in store git' -s n -l dry-run -d 'Only show what would be done.'


complete -c memento -n '__memento_in store settle' -s a -l all -d 'Recent acts too, whatever the settings say.'
complete -c memento -n '__memento_in store settle' -l adopt -x -a '(__memento_ids)' -d 'Take the numbers in its file for true.'



complete -c memento -n '__memento_in store watch' -l debounce -x -d 'How long nothing happens after a burst.'
complete -c memento -n '__memento_in store watch' -l poll -d 'Look by itself: for network folders.'
complete -c memento -n '__memento_in store watch' -l every -x -d 'How often --poll looks.'
complete -c memento -n '__memento_in store watch' -l exec -x -d 'Shell command to run after each burst.'

complete -c memento -n '__memento_in store secrets' -l staged -d 'What the next commit would add, as git has it.'
complete -c memento -n '__memento_in store secrets' -l history -d 'Every version that git has, on every branch.'

complete -c memento -n '__memento_in store vectors status' -l no-call -d 'Do not ask the provider: its speed is not measured.'

complete -c memento -n '__memento_in store vectors fill' -l limit -x -d 'Embed at most so many memories now.'
complete -c memento -n '__memento_in store vectors fill' -s n -l dry-run -d 'Only show what would be done.'

complete -c memento -n '__memento_in store vectors export' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in store vectors import' -l strict -d 'Code 7 if a line was no vector.'


complete -c memento -n '__memento_in store sync' -l tenant -x -d 'The tenant of the hub.'
complete -c memento -n '__memento_in store sync' -l watch -d 'Stay in step with it until Ctrl-C.'
complete -c memento -n '__memento_in store sync' -s n -l dry-run -d 'Only show what would be done.'

complete -c memento -n '__memento_in store hub init' -l print -d 'Only print the SQL of it, for psql -1.'

complete -c memento -n '__memento_in store hub clone' -l tenant -x -d 'The tenant of the hub.'

complete -c memento -n '__memento_in store hub add' -l tenant -x -d 'The tenant of the hub.'
complete -c memento -n '__memento_in store hub add' -l hub -x -d 'A service of ~/.pg_service.conf, or a URL.'

complete -c memento -n '__memento_in store hub remove' -l tenant -x -d 'The tenant of the hub.'
complete -c memento -n '__memento_in store hub remove' -l hub -x -d 'A service of ~/.pg_service.conf, or a URL.'


complete -c memento -n '__memento_in store hub limit' -l lines -x -d 'So many log lines: 2M, 500k, none.'
complete -c memento -n '__memento_in store hub limit' -l bytes -x -d 'So much text: 4G, 100M, none.'
complete -c memento -n '__memento_in store hub limit' -l calls -x -d 'So many calls a minute, of a server of many.'
complete -c memento -n '__memento_in store hub limit' -l hub -x -d 'A service of ~/.pg_service.conf, or a URL.'

complete -c memento -n '__memento_in store hub erase' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in store hub erase' -s y -l yes -d 'Do it without asking.'
complete -c memento -n '__memento_in store hub erase' -l hub -x -d 'A service of ~/.pg_service.conf, or a URL.'

complete -c memento -n '__memento_in store hub forget-clone' -l tenant -x -d 'The tenant of the hub.'
complete -c memento -n '__memento_in store hub forget-clone' -l hub -x -d 'A service of ~/.pg_service.conf, or a URL.'

complete -c memento -n '__memento_in store hub try' -l stop -d 'End it; what it has stays.'

complete -c memento -n '__memento_at 1 "store schema"' -a 'memory settings journal event state preference facts block kv entity session plan'


complete -c memento -n '__memento_in doctor' -l fix -d 'Repair what can be repaired without loss.'
complete -c memento -n '__memento_in doctor' -l quick -d 'Read only what has changed, and do not compare it.'

complete -c memento -n '__memento_at 0 "help"' -a 'topics all fading facts events agents start commands file-format settings open journal strength profiles review upkeep threads extract feelings states blocks kv sessions graph context hosts materialize mcp serving adapters sleep queries vectors times formats import export sql git team erasure exit-codes secrets trust python watch promises agent block config doctor edit event fact fade forget help init list log pin prune recall record reinforce restore session show state status store tidy undo'
complete -c memento -n '__memento_in help' -l man -d 'The man page: memento help --man > memento.1.'
complete -c memento -n '__memento_in help' -l html -x -d 'All of it as pages, into this folder.'
