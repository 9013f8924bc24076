# fish completion for memento; made by `memento completion fish`.

# Whether a value follows this option of a command.
function __memento_takes
    set -l valued --store --now --format --fields --color
    switch $argv[1]
        case record
            set -a valued -d --detail -p --person -t --topic -w --with --outcome -s --significance --kind --importance --at --about --about-confidence --source --privacy --project --agent --session --initial --law --half-life --floor --link --supersedes --set --if-duplicate
        case recall
            set -a valued --why-not --in --hops --as-of -p --person -t --topic -w --with --outcome --kind --project --agent --session --importance --min-strength --max-strength --tier --trust --min-trust --privacy --since --until --about --sort --order -l --limit --offset
        case list
            set -a valued --as-of -p --person -t --topic -w --with --outcome --kind --project --agent --session --importance --min-strength --max-strength --tier --trust --min-trust --privacy --since --until --about --sort --order -l --limit --offset
        case show
            set -a valued --as-of
        case edit
            set -a valued --summary -d --detail --set --unset -r --reason
        case reinforce
            set -a valued -r --reason
        case used
            set -a valued -r --reason
        case prune
            set -a valued --below
        case log
            set -a valued -l --limit
        case similar
            set -a valued --min-score -l --limit
        case curve
            set -a valued -d --days --html
        case feedback
            set -a valued --score --answer -r --reason
        case law
            set -a valued --set --floor -r --reason
        case forget
            set -a valued -r --reason
        case observe
            set -a valued -u --user -a --assistant --speaker --image --source --client --session --project -p --person -w --with --at --about --about-confidence --life-stage --jsonl
        case events
            set -a valued --since --until --source --about --client --session -p --person --thread -l --limit --offset
        case thread
            set -a valued --confidence --since -r --reason
        case affect
            set -a valued --valence --arousal --dominance -l --label --text --confidence -p --person --mood --evidence -r --reason
        case mood
            set -a valued -p --person --say --since --html --event --evidence -r --reason
        case extract
            set -a valued -r --reason
        case fact
            set -a valued --subject --persona --from --until --at --believed --confidence --evidence -r --reason
        case state
            set -a valued -p --person --kind --as-of --body --from --until --confidence --payload --about --about-confidence --life-stage --at --event --evidence -r --reason
        case task
            set -a valued -p --person --due --text --event --evidence -r --reason
        case prefer
            set -a valued -d --domain -p --person --note --event --evidence -r --reason
        case block
            set -a valued --persona --description -r --reason
        case kv
            set -a valued --ttl -r --reason
        case session
            set -a valued --id --budget --role --who --from --jsonl --project --agent -p --person -r --reason
        case context
            set -a valued --budget --persona --in-session -p --person -t --topic -w --with --outcome --kind --project --agent --session --importance --min-strength --max-strength --tier --trust --min-trust --privacy --since --until --about --sort --order -l --limit --offset
        case revisions
            set -a valued -l --limit
        case relate
            set -a valued --weight --law -e --evidence -r --reason
        case unrelate
            set -a valued -r --reason
        case graph
            set -a valued --hops -l --limit --alias --kind -r --reason
        case link
            set -a valued --confidence -r --reason
        case unlink
            set -a valued -r --reason
        case mcp
            set -a valued --client --http --token-file --scope --min-trust --toolset --compat
        case agent
            set -a valued --client --print --write --budget
        case init
            set -a valued --profile -p --person
        case convert
            set -a valued --law --floor -r --reason -p --person -t --topic -w --with --outcome --kind --project --agent --session --importance --min-strength --max-strength --tier --trust --min-trust --privacy --since --until --about --sort --order -l --limit --offset
        case proposals
            set -a valued -r --reason
        case sleep
            set -a valued --since --limit -r --reason
        case import
            set -a valued --git --from -p --person
        case export
            set -a valued -o --output --kinds -p --person -t --topic -w --with --outcome --kind --project --agent --session --importance --min-strength --max-strength --tier --trust --min-trust --privacy --since --until --about --sort --order -l --limit --offset
        case review
            set -a valued -l --limit --rate
        case forecast
            set -a valued -d --days -l --limit --html
        case settle
            set -a valued --adopt
        case bench
            set -a valued --size --repo --only --save --against --keep --rounds
        case watch
            set -a valued --debounce --every --exec
        case completion
            set -a valued --in
    end
    contains -- $argv[2] $valued
end

# The command and its arguments, as far as they are typed, a line each.
function __memento_words
    set -l skip 0
    set -l command ''
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
                test -n "$command"
                or set command $token
                echo $token
        end
    end
end

function __memento_in
    set -l words (__memento_words)
    test "$argv" = "$words[1]"
end

# Whether this place of a command is typed, 0 any, after one of these verbs, if any is given.
function __memento_at
    set -l words (__memento_words)
    test "$argv[2]" = "$words[1]"
    and contains -- $argv[1] 0 (count $words)
    and begin
        not set -q argv[3]
        or contains -- "$words[2]" $argv[3..-1]
    end
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
    command memento $store completion --ids $argv -- (commandline -ct) 2>/dev/null
end

complete -c memento -f

complete -c memento -l store -x -a '(__fish_complete_directories)' -d 'The store\'s folder; recall, list and context read several.'
complete -c memento -l now -x -d 'As if it were then: +6mo, 2025-06-01.'
complete -c memento -l format -x -a 'table json ndjson tsv ids' -d 'How to print data.'
complete -c memento -l json -d 'The same as --format json.'
complete -c memento -l fields -x -d 'Which fields to print.'
complete -c memento -l utc -d 'Tell times in UTC, which is usual.'
complete -c memento -l local -d 'Tell times as your clock shows them.'
complete -c memento -s q -l quiet -d 'Say nothing beside the data.'
complete -c memento -l color -x -a 'auto always never' -d 'When to colour.'
complete -c memento -n '__memento_in' -l version -d 'Print the version.'
complete -c memento -s h -l help -d 'Show this message and exit.'

complete -c memento -n '__memento_in' -a record -d 'Keep a new memory.'
complete -c memento -n '__memento_in record' -s d -l detail -x -d 'The rest; - reads it from stdin.'
complete -c memento -n '__memento_in record' -s e -l editor -d 'Write it in $EDITOR.'
complete -c memento -n '__memento_in record' -s p -l person -x -d 'Whose memory.'
complete -c memento -n '__memento_in record' -s t -l topic -x -d 'A topic; repeatable.'
complete -c memento -n '__memento_in record' -s w -l with -x -d 'Who was there; repeatable.'
complete -c memento -n '__memento_in record' -l outcome -x -a 'positive negative neutral mixed' -d 'positive, negative, neutral or mixed.'
complete -c memento -n '__memento_in record' -s s -l significance -x -a 'high medium low' -d 'Its half-life.'
complete -c memento -n '__memento_in record' -l kind -x -a 'working episodic semantic procedural' -d 'working, episodic, semantic or procedural.'
complete -c memento -n '__memento_in record' -l importance -x -d 'It never decays; auto: by what it says.'
complete -c memento -n '__memento_in record' -l pin -d 'Keep it from fading.'
complete -c memento -n '__memento_in record' -l at -x -d 'When it happened, if not now.'
complete -c memento -n '__memento_in record' -l about -x -a 'elementary middle high university work' -d 'When its matter was: 2018, at work.'
complete -c memento -n '__memento_in record' -l about-confidence -x -d 'How sure that time is; about needs it.'
complete -c memento -n '__memento_in record' -l source -x -d 'chat, tool, a URI …'
complete -c memento -n '__memento_in record' -l privacy -x -a 'private team public' -d 'Who may see it.'
complete -c memento -n '__memento_in record' -l project -x -d 'Its project.'
complete -c memento -n '__memento_in record' -l agent -x -d 'The agent.'
complete -c memento -n '__memento_in record' -l session -x -d 'The session.'
complete -c memento -n '__memento_in record' -l initial -x -d 'The strength to begin with.'
complete -c memento -n '__memento_in record' -l law -x -d 'How it fades: ttl=48h, base-level … (`memento law`).'
complete -c memento -n '__memento_in record' -l half-life -x -d 'Instead of the significance\'s.'
complete -c memento -n '__memento_in record' -l floor -x -d 'It falls no lower.'
complete -c memento -n '__memento_in record' -l link -x -a 'cause_of: derived_from: duplicates: contradicts: supersedes:' -d 'A relation, as cause_of:ID.'
complete -c memento -n '__memento_in record' -l supersedes -x -a '(__memento_ids)' -d 'It replaces that memory.'
complete -c memento -n '__memento_in record' -l set -x -d 'Any other key.'
complete -c memento -n '__memento_in record' -l if-duplicate -x -a 'ask keep reinforce link supersede' -d 'If one is there.'
complete -c memento -n '__memento_in record' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in record' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in record' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a recall -d 'Find memories by what they say, whom and when.'
complete -c memento -n '__memento_in recall' -s a -l all -d 'All hits; superseded and hidden ones too.'
complete -c memento -n '__memento_in recall' -l literal -d 'The words are only words, no query.'
complete -c memento -n '__memento_in recall' -l deep -d 'What has faded counts as if it had not, this once.'
complete -c memento -n '__memento_in recall' -l fresh -d 'Compare every file with the index first.'
complete -c memento -n '__memento_in recall' -l explain -d 'Say why each is a hit.'
complete -c memento -n '__memento_in recall' -l fence -d 'For a prompt: between marks that no memory can forge.'
complete -c memento -n '__memento_in recall' -l read-only -d 'Count nothing, whatever recall.counts says.'
complete -c memento -n '__memento_in recall' -l why-not -x -a '(__memento_ids)' -d 'Why is that one no hit?'
complete -c memento -n '__memento_in recall' -l in -x -d 'Where to look; else recall.in.'
complete -c memento -n '__memento_in recall' -l hops -x -d 'Follow the graph from the hits, up to 3.'
complete -c memento -n '__memento_in recall' -l as-of -x -d 'As the store was then; ahead, as it will be.'
complete -c memento -n '__memento_in recall' -s p -l person -x -d 'Whose memory: alex or ctx://person/alex.'
complete -c memento -n '__memento_in recall' -s t -l topic -x -d 'About any of these; repeatable.'
complete -c memento -n '__memento_in recall' -s w -l with -x -d 'With any of them; repeatable.'
complete -c memento -n '__memento_in recall' -l outcome -x -a 'positive negative neutral mixed' -d 'Ended in one of these.'
complete -c memento -n '__memento_in recall' -l kind -x -a 'working episodic semantic procedural' -d 'Of one of these kinds.'
complete -c memento -n '__memento_in recall' -l project -x -d 'Of any of these; repeatable.'
complete -c memento -n '__memento_in recall' -l agent -x -d 'Recorded by any of these.'
complete -c memento -n '__memento_in recall' -l session -x -d 'From any of these.'
complete -c memento -n '__memento_in recall' -l importance -x -d 'At least this important, 0 to 1.'
complete -c memento -n '__memento_in recall' -l min-strength -x -d 'At least this strong now.'
complete -c memento -n '__memento_in recall' -l max-strength -x -d 'At most this strong now.'
complete -c memento -n '__memento_in recall' -l tier -x -a 'active faded ghost' -d 'Now in one of these.'
complete -c memento -n '__memento_in recall' -l trust -x -a 'user confirmed agent imported' -d 'Vouched for by any of these.'
complete -c memento -n '__memento_in recall' -l min-trust -x -a 'user confirmed agent imported' -d 'At least so trusted.'
complete -c memento -n '__memento_in recall' -l privacy -x -a 'private team public' -d 'At least so public.'
complete -c memento -n '__memento_in recall' -l since -x -d 'Created then or later: 2w, 2025-02.'
complete -c memento -n '__memento_in recall' -l until -x -d 'Created by then; a day counts whole.'
complete -c memento -n '__memento_in recall' -l about -x -a 'elementary middle high university work' -d 'True then: 2018, 2018-04..2018-09, high school.'
complete -c memento -n '__memento_in recall' -l sort -x -a 'score strength created last_reinforced importance' -d 'By what; else the score, or the strength.'
complete -c memento -n '__memento_in recall' -l order -x -a 'desc asc' -d 'Falling or rising.'
complete -c memento -n '__memento_in recall' -s l -l limit -x -d 'At most so many.'
complete -c memento -n '__memento_in recall' -l offset -x -d 'Leave out the first N.'

complete -c memento -n '__memento_in' -a list -d 'List memories, the strongest first.'
complete -c memento -n '__memento_in list' -s a -l all -d 'Weak ones too.'
complete -c memento -n '__memento_in list' -l archived -d 'What is in the archive.'
complete -c memento -n '__memento_in list' -l fresh -d 'Compare every file with the index first.'
complete -c memento -n '__memento_in list' -l as-of -x -d 'As the store was then; ahead, as it will be.'
complete -c memento -n '__memento_in list' -s p -l person -x -d 'Whose memory: alex or ctx://person/alex.'
complete -c memento -n '__memento_in list' -s t -l topic -x -d 'About any of these; repeatable.'
complete -c memento -n '__memento_in list' -s w -l with -x -d 'With any of them; repeatable.'
complete -c memento -n '__memento_in list' -l outcome -x -a 'positive negative neutral mixed' -d 'Ended in one of these.'
complete -c memento -n '__memento_in list' -l kind -x -a 'working episodic semantic procedural' -d 'Of one of these kinds.'
complete -c memento -n '__memento_in list' -l project -x -d 'Of any of these; repeatable.'
complete -c memento -n '__memento_in list' -l agent -x -d 'Recorded by any of these.'
complete -c memento -n '__memento_in list' -l session -x -d 'From any of these.'
complete -c memento -n '__memento_in list' -l importance -x -d 'At least this important, 0 to 1.'
complete -c memento -n '__memento_in list' -l min-strength -x -d 'At least this strong now.'
complete -c memento -n '__memento_in list' -l max-strength -x -d 'At most this strong now.'
complete -c memento -n '__memento_in list' -l tier -x -a 'active faded ghost' -d 'Now in one of these.'
complete -c memento -n '__memento_in list' -l trust -x -a 'user confirmed agent imported' -d 'Vouched for by any of these.'
complete -c memento -n '__memento_in list' -l min-trust -x -a 'user confirmed agent imported' -d 'At least so trusted.'
complete -c memento -n '__memento_in list' -l privacy -x -a 'private team public' -d 'At least so public.'
complete -c memento -n '__memento_in list' -l since -x -d 'Created then or later: 2w, 2025-02.'
complete -c memento -n '__memento_in list' -l until -x -d 'Created by then; a day counts whole.'
complete -c memento -n '__memento_in list' -l about -x -a 'elementary middle high university work' -d 'True then: 2018, 2018-04..2018-09, high school.'
complete -c memento -n '__memento_in list' -l sort -x -a 'score strength created last_reinforced importance' -d 'By what; else the score, or the strength.'
complete -c memento -n '__memento_in list' -l order -x -a 'desc asc' -d 'Falling or rising.'
complete -c memento -n '__memento_in list' -s l -l limit -x -d 'At most so many.'
complete -c memento -n '__memento_in list' -l offset -x -d 'Leave out the first N.'

complete -c memento -n '__memento_in' -a show -d 'Show one memory, whole; or an event, or what holds.'
complete -c memento -n '__memento_at 1 show' -a '(__memento_ids)'
complete -c memento -n '__memento_in show' -l raw -d 'The file, as it is.'
complete -c memento -n '__memento_in show' -l path -d 'Only where the file is.'
complete -c memento -n '__memento_in show' -l fence -d 'For a prompt: between marks that no memory can forge.'
complete -c memento -n '__memento_in show' -l as-of -x -d 'As the store was then; ahead, as it will be.'

complete -c memento -n '__memento_in' -a edit -d 'Change a memory, in an editor or by --set.'
complete -c memento -n '__memento_at 1 edit' -a '(__memento_ids)'
complete -c memento -n '__memento_in edit' -l summary -x -d 'A new summary.'
complete -c memento -n '__memento_in edit' -s d -l detail -x -d 'A new detail; - is stdin.'
complete -c memento -n '__memento_in edit' -l set -x -d 'Any key: tags.outcome=positive.'
complete -c memento -n '__memento_in edit' -l unset -x -d 'Remove a key.'
complete -c memento -n '__memento_in edit' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in edit' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in edit' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a reinforce -d 'Make a memory stronger: it mattered again.'
complete -c memento -n '__memento_at 0 reinforce' -a '(__memento_ids)'
complete -c memento -n '__memento_in reinforce' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in reinforce' -s n -l dry-run -d 'Only show what would be done.'

complete -c memento -n '__memento_in' -a used -d 'Note that memories were of use.'
complete -c memento -n '__memento_at 0 used' -a '(__memento_ids)'
complete -c memento -n '__memento_in used' -s r -l reason -x -d 'Why, for the log.'

complete -c memento -n '__memento_in' -a prune -d 'Archive what has faded.'
complete -c memento -n '__memento_in prune' -l below -x -d 'Instead of prune.below (0.15).'
complete -c memento -n '__memento_in prune' -l retention -d 'By the policy (settings retention.*).'
complete -c memento -n '__memento_in prune' -s e -l edit -d 'Decide in $EDITOR, memory by memory.'
complete -c memento -n '__memento_in prune' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in prune' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a undo -d 'Take back the last act, or any.'
complete -c memento -n '__memento_in undo' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in undo' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a log -d 'What was done, to one memory or to all.'
complete -c memento -n '__memento_at 1 log' -a '(__memento_ids)'
complete -c memento -n '__memento_in log' -s l -l limit -x -d 'So many, 0 all.'
complete -c memento -n '__memento_in log' -l git -d 'With the commits of its file between them.'

complete -c memento -n '__memento_in' -a why -d 'Where a strength comes from, and where it goes.'
complete -c memento -n '__memento_at 1 why' -a '(__memento_ids)'

complete -c memento -n '__memento_in' -a similar -d 'Memories like this one.'
complete -c memento -n '__memento_at 1 similar' -a '(__memento_ids)'
complete -c memento -n '__memento_in similar' -l groups -d 'All that are like each other, group by group.'
complete -c memento -n '__memento_in similar' -l min-score -x -d 'At least this like it (0.3), or like one of its group (0.75).'
complete -c memento -n '__memento_in similar' -s l -l limit -x -d 'At most so many; 10, or groups all.'

complete -c memento -n '__memento_in' -a curve -d 'One memory\'s past and future, drawn.'
complete -c memento -n '__memento_at 1 curve' -a '(__memento_ids)'
complete -c memento -n '__memento_in curve' -s d -l days -x -d 'So many days ahead; else until its law has done its work.'
complete -c memento -n '__memento_in curve' -l ascii -d 'Draw with ASCII alone.'
complete -c memento -n '__memento_in curve' -l html -x -d 'A page in this file; - prints it.'
complete -c memento -n '__memento_in curve' -l force -d 'With --html: write over a file.'

complete -c memento -n '__memento_in' -a feedback -d 'Note what came of it: helpful, or not.'
complete -c memento -n '__memento_at 1 feedback' -a '(__memento_ids)'
complete -c memento -n '__memento_at 2 feedback' -a 'used helpful not_helpful edited neglected'
complete -c memento -n '__memento_in feedback' -l score -x -d 'How much of a weakening; all if it is not said.'
complete -c memento -n '__memento_in feedback' -l answer -x -d 'What is right: proposed as a new memory.'
complete -c memento -n '__memento_in feedback' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in feedback' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in feedback' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a law -d 'By which law it fades, and another.'
complete -c memento -n '__memento_at 0 law' -a '(__memento_ids)'
complete -c memento -n '__memento_in law' -l set -x -d 'half-life=30, ebbinghaus=5, daily=5, ttl=48h, never or base-level=0.5; or without a number, which the settings then give.'
complete -c memento -n '__memento_in law' -l floor -x -d 'The strength falls no lower.'
complete -c memento -n '__memento_in law' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in law' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in law' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a pin -d 'Keep memories from fading.'
complete -c memento -n '__memento_at 0 pin' -a '(__memento_ids)'

complete -c memento -n '__memento_in' -a unpin -d 'Let them fade again.'
complete -c memento -n '__memento_at 0 unpin' -a '(__memento_ids)'
complete -c memento -n '__memento_in unpin' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a forget -d 'Archive one memory.'
complete -c memento -n '__memento_at 0 forget' -a '(__memento_ids)'
complete -c memento -n '__memento_in forget' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in forget' -l erase -d 'Take out what they say, for good: no undo.'
complete -c memento -n '__memento_in forget' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in forget' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a restore -d 'Bring memories back from the archive.'
complete -c memento -n '__memento_at 0 restore' -a '(__memento_ids --archived)'
complete -c memento -n '__memento_in restore' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a observe -d 'Keep what happened: a turn, a notice, an image.'
complete -c memento -n '__memento_in observe' -s u -l user -x -d 'What a user said.'
complete -c memento -n '__memento_in observe' -s a -l assistant -x -d 'What was answered.'
complete -c memento -n '__memento_in observe' -l speaker -x -d 'Who said it, by name.'
complete -c memento -n '__memento_in observe' -l image -x -d 'What is on an image; repeatable.'
complete -c memento -n '__memento_in observe' -l source -x -a 'chat notification image reminder meta_proactive' -d 'Where it comes from.'
complete -c memento -n '__memento_in observe' -l client -x -d 'The program they talked through.'
complete -c memento -n '__memento_in observe' -l session -x -d 'Which session of it.'
complete -c memento -n '__memento_in observe' -l project -x -d 'Of a project.'
complete -c memento -n '__memento_in observe' -s p -l person -x -d 'Whose memory.'
complete -c memento -n '__memento_in observe' -s w -l with -x -d 'Who was there; repeatable.'
complete -c memento -n '__memento_in observe' -l at -x -d 'When; else now.'
complete -c memento -n '__memento_in observe' -l unfinished -d 'A turn that was broken off.'
complete -c memento -n '__memento_in observe' -l about -x -a 'elementary middle high university work' -d 'When its matter was: 2018, high school.'
complete -c memento -n '__memento_in observe' -l about-confidence -x -d 'How sure that time is; about needs it.'
complete -c memento -n '__memento_in observe' -l life-stage -x -a 'elementary middle high university work' -d 'Or the stage of life: high, work …'
complete -c memento -n '__memento_in observe' -l jsonl -x -d 'Many: JSON, one a line; - reads stdin.'
complete -c memento -n '__memento_in observe' -l strict -d 'With --jsonl: code 7 if any had to be left out.'
complete -c memento -n '__memento_in observe' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in observe' -s n -l dry-run -d 'Only show what would be done.'

complete -c memento -n '__memento_in' -a events -d 'What was observed, the newest first.'
complete -c memento -n '__memento_in events' -l since -x -d 'Then or later: 2w, 2025-02.'
complete -c memento -n '__memento_in events' -l until -x -d 'By then; a day counts whole.'
complete -c memento -n '__memento_in events' -l source -x -a 'chat notification image reminder meta_proactive' -d 'From any of these; repeatable.'
complete -c memento -n '__memento_in events' -l about -x -a 'elementary middle high university work' -d 'That tell of then: 2018, high school.'
complete -c memento -n '__memento_in events' -l client -x -d 'Through this program.'
complete -c memento -n '__memento_in events' -l session -x -d 'In this session.'
complete -c memento -n '__memento_in events' -s p -l person -x -d 'Whose memory.'
complete -c memento -n '__memento_in events' -l thread -x -a '(__memento_ids --in threads)' -d 'In this thread.'
complete -c memento -n '__memento_in events' -s l -l limit -x -d 'So many, 0 all.'
complete -c memento -n '__memento_in events' -l offset -x -d 'Leave out the first N.'

complete -c memento -n '__memento_in' -a thread -d 'What hangs together: threads of events.'
complete -c memento -n '__memento_at 1 thread' -a 'add remove split merge list show propose'
complete -c memento -n '__memento_at 2 thread show remove split' -a '(__memento_ids --in threads)'
complete -c memento -n '__memento_at 0 thread merge' -a '(__memento_ids --in threads)'
complete -c memento -n '__memento_at 0 thread add remove split' -a '(__memento_ids --in events)'
complete -c memento -n '__memento_in thread' -l confidence -x -d 'How sure it is that they belong there.'
complete -c memento -n '__memento_in thread' -l since -x -d 'What went on then or later.'
complete -c memento -n '__memento_in thread' -l apply -d 'Weave all that is proposed, as one act.'
complete -c memento -n '__memento_in thread' -l queue -d 'Keep it for `memento proposals`, each by itself.'
complete -c memento -n '__memento_in thread' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in thread' -l allow-secret -d 'Keep it although it has a key or a password.'

complete -c memento -n '__memento_in' -a affect -d 'Note what an event felt like.'
complete -c memento -n '__memento_at 1 affect' -a '(__memento_ids --in events)'
complete -c memento -n '__memento_in affect' -l valence -x -d 'From unpleasant to pleasant.'
complete -c memento -n '__memento_in affect' -l arousal -x -d 'From calm to excited.'
complete -c memento -n '__memento_in affect' -l dominance -x -d 'From helpless to in control.'
complete -c memento -n '__memento_in affect' -s l -l label -x -d 'A short word for it; repeatable.'
complete -c memento -n '__memento_in affect' -l text -x -d 'What was felt, and why; - is stdin.'
complete -c memento -n '__memento_in affect' -l confidence -x -d 'How sure that is.'
complete -c memento -n '__memento_in affect' -s p -l person -x -d 'Whose memory.'
complete -c memento -n '__memento_in affect' -l mood -x -d 'What their long mood may say from now on.'
complete -c memento -n '__memento_in affect' -l evidence -x -a '(__memento_ids)' -d 'An event that it goes back to; repeatable.'
complete -c memento -n '__memento_in affect' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in affect' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in affect' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a mood -d 'The long mood now, and how it moved.'
complete -c memento -n '__memento_in mood' -s p -l person -x -d 'Whose memory.'
complete -c memento -n '__memento_in mood' -l say -x -d 'Let it say this; - is stdin.'
complete -c memento -n '__memento_in mood' -l history -d 'How it moved, drawn.'
complete -c memento -n '__memento_in mood' -l since -x -d 'With --history: from then on.'
complete -c memento -n '__memento_in mood' -l html -x -d 'With --history: a page in this file; - prints it.'
complete -c memento -n '__memento_in mood' -l ascii -d 'Draw with ASCII alone.'
complete -c memento -n '__memento_in mood' -l force -d 'Say it again on the same day; with --html, write over.'
complete -c memento -n '__memento_in mood' -l event -x -a '(__memento_ids)' -d 'The event that causes it; it is evidence.'
complete -c memento -n '__memento_in mood' -l evidence -x -a '(__memento_ids)' -d 'An event that it goes back to; repeatable.'
complete -c memento -n '__memento_in mood' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in mood' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in mood' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a extract -d 'Do what somebody extracted from events.'
complete -c memento -n '__memento_in extract' -l queue -d 'As proposals, which somebody applies or rejects.'
complete -c memento -n '__memento_in extract' -l apply -d 'At once, whatever the setting extract.queue says.'
complete -c memento -n '__memento_in extract' -l skip-bad -d 'Leave out what cannot be done, and do the rest.'
complete -c memento -n '__memento_in extract' -l strict -d 'With --skip-bad: code 7 if anything was left out.'
complete -c memento -n '__memento_in extract' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in extract' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in extract' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in extract' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a fact -d 'Facts in time: what holds, held, and was believed.'
complete -c memento -n '__memento_at 1 fact' -a 'set get list history as-of correct end'
complete -c memento -n '__memento_at 2 fact set get history correct end' -a '(__memento_ids --in facts)'
complete -c memento -n '__memento_in fact' -l subject -x -d 'Of whom: alex or ctx://person/alex.'
complete -c memento -n '__memento_in fact' -l persona -x -d 'Of whom, and only name, nickname, preferred_address.'
complete -c memento -n '__memento_in fact' -l from -x -d 'It holds from then on, not from now.'
complete -c memento -n '__memento_in fact' -l until -x -d 'Until then; what follows stays as it is.'
complete -c memento -n '__memento_in fact' -l at -x -d 'correct: what held then; end: from then on.'
complete -c memento -n '__memento_in fact' -l believed -x -d 'As it was believed then.'
complete -c memento -n '__memento_in fact' -l confidence -x -d 'How sure it is, 0 to 1.'
complete -c memento -n '__memento_in fact' -l evidence -x -a '(__memento_ids --in events)' -d 'An event behind it; repeatable.'
complete -c memento -n '__memento_in fact' -l beside -d 'It holds beside what holds, not in its place.'
complete -c memento -n '__memento_in fact' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in fact' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in fact' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a state -d 'What holds, in somebody\'s own words.'
complete -c memento -n '__memento_at 1 state' -a 'add show list update close confirm tidy'
complete -c memento -n '__memento_at 2 state add' -a 'fact relation task summary long_mood_state'
complete -c memento -n '__memento_at 2 state update' -a '(__memento_ids --in states)'
complete -c memento -n '__memento_at 0 state show close confirm' -a '(__memento_ids --in states)'
complete -c memento -n '__memento_in state' -s p -l person -x -d 'Whose memory.'
complete -c memento -n '__memento_in state' -l kind -x -a 'fact relation task summary long_mood_state' -d 'Of this kind: fact, relation, task, summary, long_mood_state.'
complete -c memento -n '__memento_in state' -l all -d 'Also what is closed, done, or not begun.'
complete -c memento -n '__memento_in state' -l as-of -x -d 'What held then.'
complete -c memento -n '__memento_in state' -l body -x -d 'What it says now; - is stdin.'
complete -c memento -n '__memento_in state' -l from -x -d 'From when it holds.'
complete -c memento -n '__memento_in state' -l until -x -d 'From then on it holds no more.'
complete -c memento -n '__memento_in state' -l confidence -x -d 'How sure it is.'
complete -c memento -n '__memento_in state' -l payload -x -d 'A table beside its words; update merges.'
complete -c memento -n '__memento_in state' -l about -x -a 'elementary middle high university work' -d 'When its matter was: 2018, high school.'
complete -c memento -n '__memento_in state' -l about-confidence -x -d 'How sure that time is; about needs it.'
complete -c memento -n '__memento_in state' -l life-stage -x -a 'elementary middle high university work' -d 'Or the stage of life: high, work …'
complete -c memento -n '__memento_in state' -l at -x -d 'For close: until when it held.'
complete -c memento -n '__memento_in state' -l event -x -a '(__memento_ids)' -d 'The event that causes it; it is evidence.'
complete -c memento -n '__memento_in state' -l evidence -x -a '(__memento_ids)' -d 'An event that it goes back to; repeatable.'
complete -c memento -n '__memento_in state' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in state' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in state' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in state' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a task -d 'What is to be done.'
complete -c memento -n '__memento_at 1 task' -a 'add done update close list'
complete -c memento -n '__memento_at 2 task update' -a '(__memento_ids --in tasks)'
complete -c memento -n '__memento_at 0 task done close' -a '(__memento_ids --in tasks)'
complete -c memento -n '__memento_in task' -s p -l person -x -d 'Whose memory.'
complete -c memento -n '__memento_in task' -l due -x -d 'By when: tomorrow, +3d, 2026-05-01.'
complete -c memento -n '__memento_in task' -l text -x -d 'What is to be done; - is stdin.'
complete -c memento -n '__memento_in task' -l all -d 'Also what is done or was given up.'
complete -c memento -n '__memento_in task' -l event -x -a '(__memento_ids)' -d 'The event that causes it; it is evidence.'
complete -c memento -n '__memento_in task' -l evidence -x -a '(__memento_ids)' -d 'An event that it goes back to; repeatable.'
complete -c memento -n '__memento_in task' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in task' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in task' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a prefer -d 'Likes and dislikes, and which are certain.'
complete -c memento -n '__memento_at 1 prefer' -a 'like dislike confirm revoke list'
complete -c memento -n '__memento_in prefer' -s d -l domain -x -a 'food topic style' -d 'Of what sort.'
complete -c memento -n '__memento_in prefer' -s p -l person -x -d 'Whose memory.'
complete -c memento -n '__memento_in prefer' -l dislike -d 'Confirm or revoke the dislike, not the like.'
complete -c memento -n '__memento_in prefer' -l confirmed -d 'Confirm it at once; list what is confirmed.'
complete -c memento -n '__memento_in prefer' -l all -d 'Also what was revoked.'
complete -c memento -n '__memento_in prefer' -l note -x -d 'A word about it.'
complete -c memento -n '__memento_in prefer' -l event -x -a '(__memento_ids)' -d 'The event that causes it; it is evidence.'
complete -c memento -n '__memento_in prefer' -l evidence -x -a '(__memento_ids)' -d 'An event that it goes back to; repeatable.'
complete -c memento -n '__memento_in prefer' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in prefer' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in prefer' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a block -d 'Named texts that are always in the context.'
complete -c memento -n '__memento_at 1 block' -a 'write read list delete'
complete -c memento -n '__memento_at 2 block write read delete' -a '(__memento_ids --in blocks)'
complete -c memento -n '__memento_in block' -l persona -x -d 'Whose block; else of nobody in particular.'
complete -c memento -n '__memento_in block' -l description -x -d 'What it is for; else that stays.'
complete -c memento -n '__memento_in block' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in block' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in block' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a kv -d 'Hard facts, each for its time: true and current, or gone.'
complete -c memento -n '__memento_at 1 kv' -a 'set get list unset purge'
complete -c memento -n '__memento_at 2 kv set get unset' -a '(__memento_ids --in kv)'
complete -c memento -n '__memento_in kv' -l ttl -x -d 'How long it lives: 90m, 2h, 30d.'
complete -c memento -n '__memento_in kv' -l as-json -d 'The value is JSON: a number, a list, a table.'
complete -c memento -n '__memento_in kv' -l all -d 'Also how many have expired and wait for a purge.'
complete -c memento -n '__memento_in kv' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in kv' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in kv' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in kv' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a session -d 'Working memory: what is at hand in a session.'
complete -c memento -n '__memento_at 1 session' -a 'start add show list query summarize end'
complete -c memento -n '__memento_at 2 session add show query summarize end' -a '(__memento_ids --in sessions)'
complete -c memento -n '__memento_in session' -l id -x -a '(__memento_ids)' -d 'Its id; else one is made.'
complete -c memento -n '__memento_in session' -l budget -x -d 'Else session.token_budget.'
complete -c memento -n '__memento_in session' -l role -x -a 'user assistant tool note' -d 'Who says it.'
complete -c memento -n '__memento_in session' -l who -x -d 'Who, by name.'
complete -c memento -n '__memento_in session' -l from -x -d 'A memory or event that it came from.'
complete -c memento -n '__memento_in session' -l jsonl -x -d 'Many: JSON, one a line; - reads stdin.'
complete -c memento -n '__memento_in session' -l project -x -d 'Of a project.'
complete -c memento -n '__memento_in session' -l agent -x -d 'Which agent talks.'
complete -c memento -n '__memento_in session' -s p -l person -x -d 'Whose memory.'
complete -c memento -n '__memento_in session' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in session' -l allow-secret -d 'Keep it although it has a key or a password.'

complete -c memento -n '__memento_in' -a context -d 'What an agent is to know now, within a budget.'
complete -c memento -n '__memento_in context' -l budget -x -d 'At most so many; else context.budget.'
complete -c memento -n '__memento_in context' -l persona -x -d 'Whose blocks, facts and mood are told, too.'
complete -c memento -n '__memento_in context' -l in-session -x -a '(__memento_ids)' -d 'What a session has at hand is told, and recalled for.'
complete -c memento -n '__memento_in context' -s p -l person -x -d 'Whose memory: alex or ctx://person/alex.'
complete -c memento -n '__memento_in context' -s t -l topic -x -d 'About any of these; repeatable.'
complete -c memento -n '__memento_in context' -s w -l with -x -d 'With any of them; repeatable.'
complete -c memento -n '__memento_in context' -l outcome -x -a 'positive negative neutral mixed' -d 'Ended in one of these.'
complete -c memento -n '__memento_in context' -l kind -x -a 'working episodic semantic procedural' -d 'Of one of these kinds.'
complete -c memento -n '__memento_in context' -l project -x -d 'Of any of these; repeatable.'
complete -c memento -n '__memento_in context' -l agent -x -d 'Recorded by any of these.'
complete -c memento -n '__memento_in context' -l session -x -d 'From any of these.'
complete -c memento -n '__memento_in context' -l importance -x -d 'At least this important, 0 to 1.'
complete -c memento -n '__memento_in context' -l min-strength -x -d 'At least this strong now.'
complete -c memento -n '__memento_in context' -l max-strength -x -d 'At most this strong now.'
complete -c memento -n '__memento_in context' -l tier -x -a 'active faded ghost' -d 'Now in one of these.'
complete -c memento -n '__memento_in context' -l trust -x -a 'user confirmed agent imported' -d 'Vouched for by any of these.'
complete -c memento -n '__memento_in context' -l min-trust -x -a 'user confirmed agent imported' -d 'At least so trusted.'
complete -c memento -n '__memento_in context' -l privacy -x -a 'private team public' -d 'At least so public.'
complete -c memento -n '__memento_in context' -l since -x -d 'Created then or later: 2w, 2025-02.'
complete -c memento -n '__memento_in context' -l until -x -d 'Created by then; a day counts whole.'
complete -c memento -n '__memento_in context' -l about -x -a 'elementary middle high university work' -d 'True then: 2018, 2018-04..2018-09, high school.'
complete -c memento -n '__memento_in context' -l sort -x -a 'score strength created last_reinforced importance' -d 'By what; else the score, or the strength.'
complete -c memento -n '__memento_in context' -l order -x -a 'desc asc' -d 'Falling or rising.'
complete -c memento -n '__memento_in context' -s l -l limit -x -d 'At most so many.'
complete -c memento -n '__memento_in context' -l offset -x -d 'Leave out the first N.'

complete -c memento -n '__memento_in' -a revisions -d 'What each change changed, and why.'
complete -c memento -n '__memento_at 1 revisions' -a '(__memento_ids --in revised)'
complete -c memento -n '__memento_in revisions' -s l -l limit -x -d 'So many, 0 all.'

complete -c memento -n '__memento_in' -a relate -d 'State how two things are related.'
complete -c memento -n '__memento_at 1 relate' -a '(__memento_ids --in graph)'
complete -c memento -n '__memento_at 3 relate' -a '(__memento_ids --in graph)'
complete -c memento -n '__memento_in relate' -l weight -x -d 'What it weighs at first, 0 to 1.'
complete -c memento -n '__memento_in relate' -l law -x -d 'Its own law: never, daily=5, ttl=30d.'
complete -c memento -n '__memento_in relate' -s e -l evidence -x -a '(__memento_ids)' -d 'A memory that says so; repeatable.'
complete -c memento -n '__memento_in relate' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in relate' -l allow-secret -d 'Keep it although it has a key or a password.'

complete -c memento -n '__memento_in' -a unrelate -d 'Take that back.'
complete -c memento -n '__memento_at 1 unrelate' -a '(__memento_ids --in graph)'
complete -c memento -n '__memento_at 3 unrelate' -a '(__memento_ids --in graph)'
complete -c memento -n '__memento_in unrelate' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in unrelate' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a graph -d 'Who and what there is, and how it is related.'
complete -c memento -n '__memento_at 1 graph' -a 'list show neighbours path add unalias forget'
complete -c memento -n '__memento_at 2 graph show neighbours add unalias forget' -a '(__memento_ids --in graph)'
complete -c memento -n '__memento_at 0 graph path' -a '(__memento_ids --in graph)'
complete -c memento -n '__memento_in graph' -l hops -x -d 'How far neighbours may be.'
complete -c memento -n '__memento_in graph' -l deep -d 'Ghosts among the edges, too.'
complete -c memento -n '__memento_in graph' -s l -l limit -x -d 'Show at most so many.'
complete -c memento -n '__memento_in graph' -l alias -x -d 'For add: what else it is called.'
complete -c memento -n '__memento_in graph' -l kind -x -d 'For add: person, company, tool.'
complete -c memento -n '__memento_in graph' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in graph' -s y -l yes -d 'Do it without asking.'
complete -c memento -n '__memento_in graph' -l allow-secret -d 'Keep it although it has a key or a password.'

complete -c memento -n '__memento_in' -a conflicts -d 'What contradicts what.'
complete -c memento -n '__memento_in conflicts' -l propose -d 'Propose links between what may contradict.'

complete -c memento -n '__memento_in' -a link -d 'Link a memory to another, or an event.'
complete -c memento -n '__memento_at 1 link' -a '(__memento_ids)'
complete -c memento -n '__memento_at 2 link' -a 'cause_of derived_from duplicates contradicts supersedes'
complete -c memento -n '__memento_at 3 link' -a '(__memento_ids)'
complete -c memento -n '__memento_in link' -l confidence -x -d 'Of events: how sure that is; else wholly.'
complete -c memento -n '__memento_in link' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in link' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a unlink -d 'Take a link away.'
complete -c memento -n '__memento_at 1 unlink' -a '(__memento_ids)'
complete -c memento -n '__memento_at 2 unlink' -a 'cause_of derived_from duplicates contradicts supersedes'
complete -c memento -n '__memento_at 3 unlink' -a '(__memento_ids)'
complete -c memento -n '__memento_in unlink' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in unlink' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a mcp -d 'Serve the store to agents, over MCP.'
complete -c memento -n '__memento_at 1 mcp' -a 'serve config'
complete -c memento -n '__memento_in mcp' -l client -x -a 'claude claude-desktop cursor vscode codex' -d 'config: for which host of servers.'
complete -c memento -n '__memento_in mcp' -l http -x -d 'Over HTTP, on this machine alone; 0: any port.'
complete -c memento -n '__memento_in mcp' -l token-file -x -a '(__fish_complete_directories)' -d 'The token of --http, made if missing; else $MEMENTO_MCP_TOKEN.'
complete -c memento -n '__memento_in mcp' -l read-only -d 'Only the tools that change nothing.'
complete -c memento -n '__memento_in mcp' -l allow-destructive -d 'Let forget erase, once the user agrees.'
complete -c memento -n '__memento_in mcp' -l scope -x -d 'Only that is seen; repeatable.'
complete -c memento -n '__memento_in mcp' -l min-trust -x -a 'user confirmed agent imported' -d 'Only what is vouched for so.'
complete -c memento -n '__memento_in mcp' -l toolset -x -a 'core full' -d 'The six that matter, or all tools.'
complete -c memento -n '__memento_in mcp' -l compat -x -d 'The tools of that server, instead.'

complete -c memento -n '__memento_in' -a agent -d 'Hooks and a skill for agents, without a server.'
complete -c memento -n '__memento_at 1 agent' -a 'setup hook'
complete -c memento -n '__memento_in agent' -l client -x -a 'claude cursor vscode codex' -d 'What runs the agent.'
complete -c memento -n '__memento_in agent' -l print -x -a 'skill rule hooks all' -d 'Which files.'
complete -c memento -n '__memento_in agent' -l write -x -a '(__fish_complete_directories)' -d 'Write those that are missing in a project.'
complete -c memento -n '__memento_in agent' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in agent' -l budget -x -d 'A hook tells at most so many.'

complete -c memento -n '__memento_in' -a init -d 'Make a store.'
complete -c memento -n '__memento_at 1 init' -a '(__fish_complete_directories)'
complete -c memento -n '__memento_in init' -l profile -x -a 'half-life ebbinghaus agent companion tiers' -d 'Which set of defaults.'
complete -c memento -n '__memento_in init' -s p -l person -x -d 'Whose memory it mostly is.'

complete -c memento -n '__memento_in' -a profile -d 'The store\'s profile, and its settings.'
complete -c memento -n '__memento_at 1 profile' -a 'show diff set'
complete -c memento -n '__memento_in profile' -l all -d 'For set: also what was changed here by hand.'
complete -c memento -n '__memento_in profile' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in profile' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a convert -d 'Let many memories fade by another law.'
complete -c memento -n '__memento_in convert' -l law -x -d 'half-life=30, ebbinghaus=5, daily=5, ttl=48h, never or base-level=0.5; or without a number, which the settings then give.'
complete -c memento -n '__memento_in convert' -l floor -x -d 'The strength falls no lower.'
complete -c memento -n '__memento_in convert' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in convert' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in convert' -s y -l yes -d 'Do it without asking.'
complete -c memento -n '__memento_in convert' -s p -l person -x -d 'Whose memory: alex or ctx://person/alex.'
complete -c memento -n '__memento_in convert' -s t -l topic -x -d 'About any of these; repeatable.'
complete -c memento -n '__memento_in convert' -s w -l with -x -d 'With any of them; repeatable.'
complete -c memento -n '__memento_in convert' -l outcome -x -a 'positive negative neutral mixed' -d 'Ended in one of these.'
complete -c memento -n '__memento_in convert' -l kind -x -a 'working episodic semantic procedural' -d 'Of one of these kinds.'
complete -c memento -n '__memento_in convert' -l project -x -d 'Of any of these; repeatable.'
complete -c memento -n '__memento_in convert' -l agent -x -d 'Recorded by any of these.'
complete -c memento -n '__memento_in convert' -l session -x -d 'From any of these.'
complete -c memento -n '__memento_in convert' -l importance -x -d 'At least this important, 0 to 1.'
complete -c memento -n '__memento_in convert' -l min-strength -x -d 'At least this strong now.'
complete -c memento -n '__memento_in convert' -l max-strength -x -d 'At most this strong now.'
complete -c memento -n '__memento_in convert' -l tier -x -a 'active faded ghost' -d 'Now in one of these.'
complete -c memento -n '__memento_in convert' -l trust -x -a 'user confirmed agent imported' -d 'Vouched for by any of these.'
complete -c memento -n '__memento_in convert' -l min-trust -x -a 'user confirmed agent imported' -d 'At least so trusted.'
complete -c memento -n '__memento_in convert' -l privacy -x -a 'private team public' -d 'At least so public.'
complete -c memento -n '__memento_in convert' -l since -x -d 'Created then or later: 2w, 2025-02.'
complete -c memento -n '__memento_in convert' -l until -x -d 'Created by then; a day counts whole.'
complete -c memento -n '__memento_in convert' -l about -x -a 'elementary middle high university work' -d 'True then: 2018, 2018-04..2018-09, high school.'
complete -c memento -n '__memento_in convert' -l sort -x -a 'score strength created last_reinforced importance' -d 'By what; else the score, or the strength.'
complete -c memento -n '__memento_in convert' -l order -x -a 'desc asc' -d 'Falling or rising.'
complete -c memento -n '__memento_in convert' -s l -l limit -x -d 'At most so many.'
complete -c memento -n '__memento_in convert' -l offset -x -d 'Leave out the first N.'

complete -c memento -n '__memento_in' -a proposals -d 'What was proposed and waits: show, apply or reject it.'
complete -c memento -n '__memento_at 1 proposals' -a 'list show apply reject'
complete -c memento -n '__memento_at 0 proposals show apply reject' -a '(__memento_ids --in proposals)'
complete -c memento -n '__memento_in proposals' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in proposals' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in proposals' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a sleep -d 'Propose what to make of what was recorded of late.'
complete -c memento -n '__memento_at 1 sleep' -a 'propose list show apply reject'
complete -c memento -n '__memento_at 0 sleep show apply reject' -a '(__memento_ids --in proposals)'
complete -c memento -n '__memento_in sleep' -l all -d 'Look at every memory, however old.'
complete -c memento -n '__memento_in sleep' -l since -x -d 'What was recorded then or later.'
complete -c memento -n '__memento_in sleep' -l limit -x -d 'So many proposals at most, not 100.'
complete -c memento -n '__memento_in sleep' -l apply-safe -d 'Merge exact copies at once; of episodes those of half a day.'
complete -c memento -n '__memento_in sleep' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in sleep' -s r -l reason -x -d 'Why, for the log.'
complete -c memento -n '__memento_in sleep' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in sleep' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a import -d 'Take in an export, notes, tables, JSON, git log, chats.'
complete -c memento -n '__memento_at 1 import' -F
complete -c memento -n '__memento_in import' -l git -x -a '(__fish_complete_directories)' -d 'The history of a git repository.'
complete -c memento -n '__memento_in import' -l from -x -d 'If the names do not say.'
complete -c memento -n '__memento_in import' -s p -l person -x -d 'Whose memory.'
complete -c memento -n '__memento_in import' -l strict -d 'Code 7 if anything had to be skipped.'
complete -c memento -n '__memento_in import' -l keep-trust -d 'Your own: it keeps the trust that it claims.'
complete -c memento -n '__memento_in import' -l allow-secret -d 'Keep it although it has a key or a password.'
complete -c memento -n '__memento_in import' -s n -l dry-run -d 'Only show what would be done.'
complete -c memento -n '__memento_in import' -s y -l yes -d 'Do it without asking.'

complete -c memento -n '__memento_in' -a export -d 'Hand out the store: JSON lines, Markdown, CSV, a page.'
complete -c memento -n '__memento_in export' -s o -l output -x -a '(__fish_complete_directories)' -d 'A file; of markdown, a folder.'
complete -c memento -n '__memento_in export' -l kinds -x -d 'Of ndjson: memories,archive,graph …; or all.'
complete -c memento -n '__memento_in export' -l raw-csv -d 'Of csv: cells that a spreadsheet may compute.'
complete -c memento -n '__memento_in export' -l strict -d 'Code 7 if anything could not be read.'
complete -c memento -n '__memento_in export' -s y -l yes -d 'Do it without asking.'
complete -c memento -n '__memento_in export' -s p -l person -x -d 'Whose memory: alex or ctx://person/alex.'
complete -c memento -n '__memento_in export' -s t -l topic -x -d 'About any of these; repeatable.'
complete -c memento -n '__memento_in export' -s w -l with -x -d 'With any of them; repeatable.'
complete -c memento -n '__memento_in export' -l outcome -x -a 'positive negative neutral mixed' -d 'Ended in one of these.'
complete -c memento -n '__memento_in export' -l kind -x -a 'working episodic semantic procedural' -d 'Of one of these kinds.'
complete -c memento -n '__memento_in export' -l project -x -d 'Of any of these; repeatable.'
complete -c memento -n '__memento_in export' -l agent -x -d 'Recorded by any of these.'
complete -c memento -n '__memento_in export' -l session -x -d 'From any of these.'
complete -c memento -n '__memento_in export' -l importance -x -d 'At least this important, 0 to 1.'
complete -c memento -n '__memento_in export' -l min-strength -x -d 'At least this strong now.'
complete -c memento -n '__memento_in export' -l max-strength -x -d 'At most this strong now.'
complete -c memento -n '__memento_in export' -l tier -x -a 'active faded ghost' -d 'Now in one of these.'
complete -c memento -n '__memento_in export' -l trust -x -a 'user confirmed agent imported' -d 'Vouched for by any of these.'
complete -c memento -n '__memento_in export' -l min-trust -x -a 'user confirmed agent imported' -d 'At least so trusted.'
complete -c memento -n '__memento_in export' -l privacy -x -a 'private team public' -d 'At least so public.'
complete -c memento -n '__memento_in export' -l since -x -d 'Created then or later: 2w, 2025-02.'
complete -c memento -n '__memento_in export' -l until -x -d 'Created by then; a day counts whole.'
complete -c memento -n '__memento_in export' -l about -x -a 'elementary middle high university work' -d 'True then: 2018, 2018-04..2018-09, high school.'
complete -c memento -n '__memento_in export' -l sort -x -a 'score strength created last_reinforced importance' -d 'By what; else the score, or the strength.'
complete -c memento -n '__memento_in export' -l order -x -a 'desc asc' -d 'Falling or rising.'
complete -c memento -n '__memento_in export' -s l -l limit -x -d 'At most so many.'
complete -c memento -n '__memento_in export' -l offset -x -d 'Leave out the first N.'

complete -c memento -n '__memento_in' -a review -d 'Be asked what you know, when it is due.'
complete -c memento -n '__memento_at 0 review' -a '(__memento_ids)'
complete -c memento -n '__memento_in review' -l due -d 'List what is due, and ask nothing.'
complete -c memento -n '__memento_in review' -s a -l all -d 'List every card.'
complete -c memento -n '__memento_in review' -s l -l limit -x -d 'At most so many.'
complete -c memento -n '__memento_in review' -l rate -x -a 'again hard good easy' -d 'In a script: how the IDs were answered.'
complete -c memento -n '__memento_in review' -l confirm -d 'The IDs are still true.'

complete -c memento -n '__memento_in' -a forecast -d 'What will fade when, and what one use would buy.'
complete -c memento -n '__memento_in forecast' -s d -l days -x -d 'So many days.'
complete -c memento -n '__memento_in forecast' -s l -l limit -x -d 'At most so many of each group.'
complete -c memento -n '__memento_in forecast' -l chart -l no-chart -d 'Curves and a calendar; else on a terminal only.'
complete -c memento -n '__memento_in forecast' -l ascii -d 'Draw with ASCII alone.'
complete -c memento -n '__memento_in forecast' -l html -x -d 'A page in this file; - prints it.'
complete -c memento -n '__memento_in forecast' -l force -d 'With --html: write over a file.'

complete -c memento -n '__memento_in' -a maintain -d 'What a night should do.'
complete -c memento -n '__memento_in maintain' -s n -l dry-run -d 'Only show what would be done.'

complete -c memento -n '__memento_in' -a cron -d 'The crontab line or the timer for that.'
complete -c memento -n '__memento_in cron' -l systemd -d 'A systemd service and its timer instead.'

complete -c memento -n '__memento_in' -a settle -d 'Bring the numbers in the files up to date.'
complete -c memento -n '__memento_in settle' -s a -l all -d 'Recent acts too, whatever the settings say.'
complete -c memento -n '__memento_in settle' -l adopt -x -a '(__memento_ids)' -d 'Take the numbers in its file for true.'

complete -c memento -n '__memento_in' -a status -d 'The store, its index, and how far that is behind.'

complete -c memento -n '__memento_in' -a rebuild -d 'Make the index again.'

complete -c memento -n '__memento_in' -a stats -d 'What the store holds.'
complete -c memento -n '__memento_in stats' -l health -d 'What wants to be looked after, and by which command.'
complete -c memento -n '__memento_in stats' -l ascii -d 'Draw with ASCII alone.'

complete -c memento -n '__memento_in' -a doctor -d 'Check every file, and repair what can be.'
complete -c memento -n '__memento_in doctor' -l fix -d 'Repair what can be repaired without loss.'
complete -c memento -n '__memento_in doctor' -l quick -d 'Read only what has changed, and do not compare it.'

complete -c memento -n '__memento_in' -a secrets -d 'Find keys and passwords in what is kept.'
complete -c memento -n '__memento_in secrets' -l staged -d 'What the next commit would add, as git has it.'
complete -c memento -n '__memento_in secrets' -l history -d 'Every version that git has, on every branch.'

complete -c memento -n '__memento_in' -a git -d 'Merge driver and hooks for a store in git.'
complete -c memento -n '__memento_at 1 git' -a 'setup remove'
complete -c memento -n '__memento_in git' -s n -l dry-run -d 'Only show what would be done.'

complete -c memento -n '__memento_in' -a trust -d 'Let this clone write to a store that came with it.'

complete -c memento -n '__memento_in' -a bench -d 'Measure memento: speed and recall, beside its goals.'
complete -c memento -n '__memento_in bench' -l size -x -d 'So many memories; repeatable. Else 10,000.'
complete -c memento -n '__memento_in bench' -l quality -d 'Also how well recall finds, on the real data.'
complete -c memento -n '__memento_in bench' -l forgetting -d 'Instead: which law knows what is needed again.'
complete -c memento -n '__memento_in bench' -l repo -x -d 'With --forgetting: also this git repository; repeatable.'
complete -c memento -n '__memento_in bench' -l replay -d 'Instead: which law and weights would suit this store.'
complete -c memento -n '__memento_in bench' -l only -x -d 'Only these rows, as recall or show; repeatable.'
complete -c memento -n '__memento_in bench' -l save -x -d 'Keep the figures in a file.'
complete -c memento -n '__memento_in bench' -l against -x -d 'Show the change since a saved run.'
complete -c memento -n '__memento_in bench' -l pause -d 'Also the first recall after two minutes.'
complete -c memento -n '__memento_in bench' -l keep -x -d 'Where generated stores are kept.'
complete -c memento -n '__memento_in bench' -l rounds -x -d 'How often each command is run.'

complete -c memento -n '__memento_in' -a watch -d 'Tell changes as they happen; keep the index fresh.'
complete -c memento -n '__memento_in watch' -l debounce -x -d 'How long nothing happens after a burst.'
complete -c memento -n '__memento_in watch' -l poll -d 'Look by itself: for network folders.'
complete -c memento -n '__memento_in watch' -l every -x -d 'How often --poll looks.'
complete -c memento -n '__memento_in watch' -l exec -x -d 'Shell command to run after each burst.'

complete -c memento -n '__memento_in' -a migrate -d 'Bring an older store to this format.'

complete -c memento -n '__memento_in' -a manual -d 'The manual, by topic.'
complete -c memento -n '__memento_at 1 manual' -a 'start commands file-format settings journal strength profiles review upkeep events threads feelings states facts blocks hard-facts sessions graph context agents mcp sleep queries times formats import export git erasure exit-codes secrets trust bench watch promises'
complete -c memento -n '__memento_in manual' -l man -d 'The man page: memento manual --man > memento.1.'

complete -c memento -n '__memento_in' -a schema -d 'The JSON Schema of the files.'
complete -c memento -n '__memento_at 1 schema' -a 'memory settings journal event state preference facts block kv entity session'

complete -c memento -n '__memento_in' -a completion -d 'Completion for bash, zsh and fish.'
complete -c memento -n '__memento_at 1 completion' -a 'bash zsh fish'
complete -c memento -n '__memento_in completion' -l ids -d 'Print ids; what the scripts call.'
complete -c memento -n '__memento_in completion' -l archived -d 'With --ids: those in the archive.'
complete -c memento -n '__memento_in completion' -l in -x -a 'states tasks blocks kv graph sessions facts revised proposals events threads' -d 'With --ids: other names, of these.'
