"""Which options and arguments each command takes: made from the Typer app.

`python -m memento_cli.cli.reference.generate` makes it again. A command is a module, a function and
marks; then a row for each argument (its name, its kind, and whether it is required) and for each
option (its names, its kind, the name of its value, and the least and the most that it may
be). A `*` marks what there may be several of; behind `flag` may stand what it is called to undo it.
"""

COMMON = (
    "--store str* store_paths",
    "--now str now_text",
    "--format str format",
    "--json flag json",
    "--fields str fields",
    "--utc flag utc",
    "--quiet,-q flag quiet",
    "--color str color",
)
FILTERS = (
    "--person,-p str person",
    "--topic,-t str* topic",
    "--with,-w str* with",
    "--kind str* kind",
    "--project str* project",
    "--since str since",
    "--until str until",
    "--about str about",
    "--where str* where",
    "--sort str sort",
    "--order str order",
    "--limit,-l int limit",
    "--offset int offset",
)
LAYERED = (
    "recall",
    "list",
    "context",
    "agent setup",
    "agent hook",
)
COMMANDS = {
    "record": """commands.memory.record record
words str* optional
--detail,-d str detail
--editor,-e flag editor
--person,-p str person
--topic,-t str* topic
--with,-w str* people
--outcome str outcome
--significance,-s str significance
--kind str kind
--importance float importance
--pin flag pin
--at str at
--about str about
--source str source
--privacy str privacy
--project str project
--session str session
--fade str fade
--link str* link
--set str* set_
--if-duplicate str duplicate
--allow-secret flag allow_secret
--dry-run,-n flag dry_run
--yes,-y flag yes""",
    "recall": """commands.recall.recall recall filters layered
words str* optional
--all,-a flag everything
--literal flag literal
--deep flag deep
--fresh flag fresh
--explain flag explain
--full flag full
--fence flag fence
--read-only flag read_only
--why-not str why_not
--in str sources
--hops int hops
--min-score float min_score 0..1
--no-vectors flag no_vectors
--as-of str as_of
--like str like
--by str by""",
    "list": """commands.memory.list list_ filters layered
--all,-a flag everything
--archived flag archived
--fresh flag fresh
--as-of str as_of""",
    "open": """commands.browse.open open_
words str* optional
--web flag web
--write flag write
--port int port 1..65535
--no-browser flag no_browser""",
    "show": """commands.memory.show show
words str* required
--raw flag raw
--path flag path
--fence flag fence
--as-of str as_of""",
    "edit": """commands.memory.edit edit
words str* required
--summary str summary
--detail,-d str detail
--set str* set_
--unset str* unset
--link str* link
--unlink str* unlink
--reason,-r str reason
--allow-secret flag allow_secret
--yes,-y flag yes""",
    "reinforce": """commands.memory.reinforce reinforce
words str* required
--reason,-r str reason
--dry-run,-n flag dry_run""",
    "prune": """commands.memory.prune prune
--below float below
--retention flag retention
--edit,-e flag edit
--dry-run,-n flag dry_run
--yes,-y flag yes""",
    "undo": """commands.undo.undo undo
act str optional
--dry-run,-n flag dry_run
--yes,-y flag yes""",
    "log": """commands.undo.log log
words str* optional
--limit,-l int limit 0..
--git flag git
--changes flag changes""",
    "fade why": """commands.fading.why why
words str* required""",
    "fade curve": """commands.fading.curve curve
words str* required
--days,-d int days 1..3650
--laws flag laws
--ascii flag ascii
--html str html
--force flag force""",
    "fade forecast": """commands.fading.forecast forecast
--days,-d int days 1..3650
--limit,-l int limit 0..
--chart flag--no-chart chart
--replay flag replay
--ascii flag ascii
--html str html
--force flag force""",
    "fade review": """commands.fading.review review
ids str* optional
--due flag due
--all,-a flag everything
--limit,-l int limit 0..
--rate str rate
--confirm flag confirm""",
    "fade set": """commands.fading.set set_ filters
law str required
ids str* optional
--all flag everything
--reason,-r str reason
--dry-run,-n flag dry_run
--yes,-y flag yes""",
    "pin": """commands.memory.pin pin
words str* required
--remove flag remove
--yes,-y flag yes""",
    "forget": """commands.memory.forget forget
words str* optional
--reason,-r str reason
--erase flag erase
--everything flag everything
--person,-p str person
--dry-run,-n flag dry_run
--yes,-y flag yes""",
    "restore": """commands.memory.forget restore
words str* required
--yes,-y flag yes""",
    "event add": """commands.events.add add
words str* optional
--user,-u str user
--assistant,-a str assistant
--speaker str speaker
--image str* image
--source str source
--client str client
--session str session
--project str project
--of str of
--with,-w str* people
--at str at
--unfinished flag unfinished
--about str about
--about-confidence float about_confidence
--life-stage str life_stage
--jsonl str jsonl
--strict flag strict
--allow-secret flag allow_secret
--dry-run,-n flag dry_run""",
    "event list": """commands.events.list list_
--since str since
--until str until
--source str* source
--about str about
--client str client
--session str session
--person,-p str person
--thread str thread
--limit,-l int limit 0..
--offset int offset 0..""",
    "event link": """commands.events.thread link
event str required
relation str required
target str required
--confidence float confidence
--remove flag remove
--reason,-r str reason""",
    "event affect": """commands.events.affect affect
event str required
--valence float valence
--arousal float arousal
--dominance float dominance
--label,-l str* label
--text str text
--confidence float confidence
--of str of
--mood str mood
--evidence str* evidence
--reason,-r str reason
--allow-secret flag allow_secret
--yes,-y flag yes""",
    "event extract": """commands.events.extract extract
path str optional
--model str program
--prompt flag prompt
--calls int calls
--queue flag queue
--apply flag apply
--skip-bad flag skip_bad
--strict flag strict
--reason,-r str reason
--allow-secret flag allow_secret
--dry-run,-n flag dry_run
--yes,-y flag yes""",
    "event thread add": """commands.events.thread add
thread str required
events str* required
--confidence float confidence
--reason,-r str reason
--allow-secret flag allow_secret""",
    "event thread remove": """commands.events.thread remove
thread str required
events str* required
--reason,-r str reason
--allow-secret flag allow_secret""",
    "event thread split": """commands.events.thread split
thread str required
title str required
events str* required
--reason,-r str reason
--allow-secret flag allow_secret""",
    "event thread merge": """commands.events.thread merge
thread str required
others str* required
--reason,-r str reason
--allow-secret flag allow_secret""",
    "event thread list": """commands.events.thread list_""",
    "event thread show": """commands.events.thread show
thread str required""",
    "fact set": """commands.facts.fact set_
key str required
more str* optional
--of str of
--from str start
--until str end
--beside flag beside
--confidence float confidence
--evidence str* evidence
--reason,-r str reason
--allow-secret flag allow_secret
--yes,-y flag yes""",
    "fact get": """commands.facts.fact get
key str required
--of str of
--at str at
--as-of str known_at""",
    "fact list": """commands.facts.fact list_
--of str of
--at str at
--as-of str known_at
--likes flag likes
--domain,-d str domain
--confirmed flag certain
--all,-a flag everything""",
    "fact history": """commands.facts.fact history
key str optional
--of str of""",
    "fact correct": """commands.facts.fact correct
key str required
value str required
--of str of
--at str at
--confidence float confidence
--evidence str* evidence
--reason,-r str reason
--allow-secret flag allow_secret
--yes,-y flag yes""",
    "fact end": """commands.facts.fact end
key str required
value str optional
--of str of
--at str at
--until str until
--evidence str* evidence
--reason,-r str reason
--allow-secret flag allow_secret
--yes,-y flag yes""",
    "fact like": """commands.facts.likes like
what str* required
--domain,-d str domain
--of str of
--confirmed flag certain
--note str note
--event str event
--evidence str* evidence
--reason,-r str reason
--allow-secret flag allow_secret
--yes,-y flag yes""",
    "fact dislike": """commands.facts.likes dislike
what str* required
--domain,-d str domain
--of str of
--confirmed flag certain
--note str note
--event str event
--evidence str* evidence
--reason,-r str reason
--allow-secret flag allow_secret
--yes,-y flag yes""",
    "fact confirm": """commands.facts.likes confirm
what str* required
--domain,-d str domain
--of str of
--dislike flag dislike
--note str note
--event str event
--evidence str* evidence
--reason,-r str reason
--allow-secret flag allow_secret
--yes,-y flag yes""",
    "fact revoke": """commands.facts.likes revoke
what str* required
--domain,-d str domain
--of str of
--dislike flag dislike
--note str note
--event str event
--evidence str* evidence
--reason,-r str reason
--allow-secret flag allow_secret
--yes,-y flag yes""",
    "state add": """commands.facts.state add
kind str required
text str* required
--due str due
--of str of
--from str valid_from
--until str valid_until
--confidence float confidence
--payload str payload
--about str about
--about-confidence float about_confidence
--life-stage str life_stage
--event str event
--evidence str* evidence
--reason,-r str reason
--allow-secret flag allow_secret
--yes,-y flag yes""",
    "state list": """commands.facts.state list_
--kind str kind
--all,-a flag everything
--as-of str as_of
--of str of""",
    "state update": """commands.facts.state update
id str required
--body str body
--due str due
--from str valid_from
--until str valid_until
--confidence float confidence
--payload str payload
--about str about
--about-confidence float about_confidence
--life-stage str life_stage
--event str event
--evidence str* evidence
--reason,-r str reason
--allow-secret flag allow_secret
--yes,-y flag yes""",
    "state done": """commands.facts.state done
ids str* required
--event str event
--evidence str* evidence
--reason,-r str reason
--allow-secret flag allow_secret
--yes,-y flag yes""",
    "state close": """commands.facts.state close
ids str* required
--at str at
--event str event
--evidence str* evidence
--reason,-r str reason
--allow-secret flag allow_secret
--yes,-y flag yes""",
    "state confirm": """commands.facts.state confirm
ids str* required
--event str event
--evidence str* evidence
--reason,-r str reason
--allow-secret flag allow_secret""",
    "state mood": """commands.facts.mood mood
--of str of
--say str say
--history flag history
--since str since
--html str html
--ascii flag ascii
--force flag force
--event str event
--evidence str* evidence
--reason,-r str reason
--allow-secret flag allow_secret
--yes,-y flag yes""",
    "block set": """commands.facts.block set_
name str required
text str* required
--of str of
--description str description
--reason,-r str reason
--allow-secret flag allow_secret
--yes,-y flag yes""",
    "block get": """commands.facts.block get
name str optional
--of str of""",
    "block list": """commands.facts.block list_
--of str of""",
    "block delete": """commands.facts.block delete
name str required
--of str of
--reason,-r str reason
--yes,-y flag yes""",
    "kv set": """commands.facts.kv set_
key str required
value str required
--ttl str ttl
--of str of
--as-json flag as_json
--reason,-r str reason
--allow-secret flag allow_secret
--yes,-y flag yes""",
    "kv get": """commands.facts.kv get
key str required
--of str of""",
    "kv list": """commands.facts.kv list_
--of str of
--all,-a flag everything""",
    "kv unset": """commands.facts.kv unset
key str required
--of str of
--reason,-r str reason
--yes,-y flag yes""",
    "session start": """commands.sessions.session start
title str optional
--id str id
--budget int budget
--project str project
--agent str agent
--of str of
--reason,-r str reason
--allow-secret flag allow_secret""",
    "session add": """commands.sessions.session add
words str* optional
--role str role
--who str who
--from str* source
--jsonl str jsonl
--allow-secret flag allow_secret""",
    "session show": """commands.sessions.session show
id str optional""",
    "session list": """commands.sessions.session list_""",
    "session query": """commands.sessions.session query
words str* required""",
    "session summarize": """commands.sessions.session summarize
id str optional
--reason,-r str reason
--allow-secret flag allow_secret""",
    "session end": """commands.sessions.session end
id str optional
--reason,-r str reason
--allow-secret flag allow_secret""",
    "context": """commands.sessions.context context filters layered
words str* optional
--budget int budget
--of str of
--in-session str in_session
--no-vectors flag no_vectors""",
    "graph add": """commands.graph.edges add
subject str required
predicate str required
object str required
--weight float weight
--law str law
--evidence,-e str* evidence
--reason,-r str reason
--allow-secret flag allow_secret""",
    "graph remove": """commands.graph.edges remove
subject str required
predicate str required
object str required
--reason,-r str reason
--yes,-y flag yes""",
    "graph list": """commands.graph.look list_ formats=table,json,ndjson,tsv,ids,dot,mermaid,svg
--deep flag deep""",
    "graph show": """commands.graph.look show formats=table,json,ndjson,tsv,ids,dot,mermaid,svg
name str required
--hops int hops
--deep flag deep
--limit,-l int limit""",
    "graph path": """commands.graph.look path formats=table,json,ndjson,tsv,ids,dot,mermaid,svg
start str required
end str required
--deep flag deep""",
    "graph name": """commands.graph.edges name
name str required
--alias str* alias
--kind str kind
--remove flag remove
--reason,-r str reason
--yes,-y flag yes
--allow-secret flag allow_secret""",
    "graph delete": """commands.graph.edges delete
name str required
--reason,-r str reason
--yes,-y flag yes""",
    "agent setup": """commands.agents.setup setup layered
--client str client
--only str only
--write str folder
--dry-run,-n flag dry_run
--check flag check
--read-only flag read_only
--allow-destructive flag allow_destructive
--scope str* scope
--min-trust str min_trust
--of str of
--toolset str toolset
--compat str compat""",
    "agent mcp": """commands.agents.mcp mcp
--http str http
--token-file str token_file
--read-only flag read_only
--allow-destructive flag allow_destructive
--scope str* scope
--min-trust str min_trust
--of str of
--toolset str toolset
--compat str compat
--hub str hub
--tenant str tenant
--local-ack flag local_ack""",
    "agent tools": """commands.agents.tools tools formats=json,openai,responses,anthropic
--read-only flag read_only
--toolset str toolset
--compat str compat""",
    "agent call": """commands.agents.tools call_tool
name str required
arguments str optional
--read-only flag read_only
--allow-destructive flag allow_destructive
--scope str* scope
--min-trust str min_trust""",
    "agent token add": """commands.agents.token add
name str required
--scope str* scope
--read-only flag read_only
--min-trust str min_trust""",
    "agent token list": """commands.agents.token list_""",
    "agent token revoke": """commands.agents.token revoke
name str required""",
    "agent hook": """commands.agents.hook hook layered
--budget int budget""",
    "agent feedback": """commands.agents.feedback feedback
id str required
event str required
--score float score
--answer str answer
--reason,-r str reason
--allow-secret flag allow_secret
--yes,-y flag yes""",
    "agent materialize": """commands.agents.materialize materialize filters
path str optional
--client str client
--min-trust str min_trust
--dry-run,-n flag dry_run
--yes,-y flag yes""",
    "mcp": """commands.agents.mcp serve
verb str optional
--http str http
--token-file str token_file
--read-only flag read_only
--allow-destructive flag allow_destructive
--scope str* scope
--min-trust str min_trust
--of str of
--toolset str toolset
--compat str compat""",
    "init": """commands.store.init init
path str optional
--profile str profile
--person,-p str person""",
    "config list": """commands.store.config list_
--all,-a flag everything""",
    "config get": """commands.store.config get
key str required""",
    "config set": """commands.store.config set_
words str* required
--dry-run,-n flag dry_run
--yes,-y flag yes""",
    "config profile": """commands.store.config profile
name str optional
--all flag everything
--dry-run,-n flag dry_run
--yes,-y flag yes""",
    "config diff": """commands.store.config diff
name str required""",
    "config completion": """commands.help.completion completion
what str required
shell str optional
--dry-run,-n flag dry_run""",
    "tidy list": """commands.tidy.proposals list_
--doubles flag doubles
--min-score float min_score 0..1
--limit,-l int limit 0..""",
    "tidy show": """commands.tidy.proposals show
ids str* required""",
    "tidy apply": """commands.tidy.proposals apply
ids str* optional
--only str only
--reason,-r str reason
--allow-secret flag allow_secret
--yes,-y flag yes""",
    "tidy reject": """commands.tidy.proposals reject
ids str* required
--reason,-r str reason
--yes,-y flag yes""",
    "tidy propose": """commands.tidy.propose propose
--all flag everything
--since str since
--limit int limit 0..
--only str only
--apply-safe flag apply_safe
--dry-run,-n flag dry_run""",
    "tidy conflicts": """commands.tidy.conflicts conflicts
words str* optional
--propose flag propose""",
    "tidy run": """commands.tidy.run run
--dry-run,-n flag dry_run""",
    "tidy cron": """commands.tidy.run cron
--systemd flag systemd""",
    "maintain": """commands.tidy.run run
--dry-run,-n flag dry_run""",
    "import": """commands.exchange.import_ import_
path str optional
--git str git
--from str kind
--person,-p str person
--strict flag strict
--keep-trust flag keep_trust
--allow-secret flag allow_secret
--dry-run,-n flag dry_run
--yes,-y flag yes""",
    "export": """commands.exchange.export export filters formats=ndjson,markdown,csv,html
words str* optional
--output,-o str output
--kinds str kinds
--raw-csv flag raw_csv
--strict flag strict
--yes,-y flag yes""",
    "status": """commands.checkup.status status
--full flag full
--health flag health
--ascii flag ascii""",
    "store git": """commands.store.git git
--remove flag remove
--dry-run,-n flag dry_run""",
    "store trust": """commands.store.upkeep trust""",
    "store settle": """commands.store.upkeep settle
--all,-a flag everything
--adopt str* adopt""",
    "store rebuild": """commands.store.upkeep rebuild""",
    "store migrate": """commands.store.upkeep migrate""",
    "store watch": """commands.store.watch watch
--debounce float debounce
--poll flag poll
--every float every
--exec str command""",
    "store secrets": """commands.store.secrets secrets
--staged flag staged
--history flag history""",
    "store vectors status": """commands.vectors.status status
--no-call flag no_call""",
    "store vectors fill": """commands.vectors.fill fill
--limit int limit
--dry-run,-n flag dry_run""",
    "store vectors export": """commands.vectors.exchange export
path str required
--yes,-y flag yes""",
    "store vectors import": """commands.vectors.exchange import_
path str required
--strict flag strict""",
    "store vectors test": """commands.vectors.compare test
question str required
text str required""",
    "store sync": """commands.hub.sync sync
hub str optional
--tenant str tenant
--watch flag watch
--dry-run,-n flag dry_run""",
    "store hub init": """commands.hub.init init
hub str optional
--print flag print_""",
    "store hub clone": """commands.hub.sync clone
hub str required
folder str required
--tenant str tenant""",
    "store hub add": """commands.hub.members add
role str required
--tenant str tenant
--hub str hub""",
    "store hub remove": """commands.hub.members remove
role str required
--tenant str tenant
--hub str hub""",
    "store hub status": """commands.hub.status status
hub str optional""",
    "store hub limit": """commands.hub.tenants limit
tenant str required
--lines str lines
--bytes str bytes
--calls str calls
--hub str hub""",
    "store hub erase": """commands.hub.tenants erase
tenant str required
--dry-run,-n flag dry_run
--yes,-y flag yes
--hub str hub""",
    "store hub forget-clone": """commands.hub.tenants forget_clone
clone str required
--tenant str tenant
--hub str hub""",
    "store hub try": """commands.hub.trying try_
--stop flag stop""",
    "store schema": """commands.store.schema schema
kind str optional""",
    "store bench": """commands.store.bench bench
words str* optional""",
    "_git": """commands.store.git called_by_git
action str required
words str* optional""",
    "git": """commands.store.git called_by_git
action str required
words str* optional""",
    "doctor": """commands.checkup.doctor doctor
--fix flag fix
--quick flag quick""",
    "help": """commands.help.help help_
words str* optional
--man flag man
--html str html""",
    "_complete": """commands.help.completion complete
start str optional
--archived flag archived
--in str place""",
    "completion": """commands.help.completion complete_for_older
start str optional
--ids flag ids
--archived flag archived
--in str place""",
    "fade": "",
    "event": "",
    "event thread": "",
    "fact": "",
    "state": "",
    "block": "",
    "kv": "",
    "session": "",
    "graph": "",
    "agent": "",
    "agent token": "",
    "config": "",
    "tidy": "",
    "store": "",
    "store vectors": "",
    "store hub": "",
}
