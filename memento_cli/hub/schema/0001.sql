-- Where the clones of stores meet. A tenant is one store: its log lines, united by id, and its files,
-- each written only over the version that the writer knew (compare and swap).
--
-- tenant comes first in every key, and no key, join or sequence spans tenants. Members call functions
-- and touch no table. What changed is found by the transactions that wrote it: a sequence would be
-- passed by a reader while a lower number is still uncommitted, and so lose that row for ever.

do $$
begin
    if not exists (select from pg_catalog.pg_roles where rolname = 'memento_owner') then
        create role memento_owner nologin;
    end if;
    if not exists (select from pg_catalog.pg_roles where rolname = 'memento_member') then
        create role memento_member nologin;
    end if;
end
$$;

grant memento_member to memento_owner with admin option;
grant memento_owner to current_user;
create schema memento authorization memento_owner;
set local role memento_owner;

create table memento.meta (
    only_row boolean primary key default true check (only_row),
    version integer not null,
    epoch uuid not null default gen_random_uuid()
);

create table memento.tenant (
    tenant text primary key check (tenant ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
    created timestamptz not null default now(),
    erasures bigint not null default 0,       -- lines that tell of an erasure
    lines bigint not null default 0,          -- what clones have added that are forgotten by now
    bytes bigint not null default 0,
    line_limit bigint,                        -- null: no limit
    byte_limit bigint,
    call_limit integer                        -- calls a minute, of a server of many
);

create table memento.member (
    tenant text not null,
    member name not null,
    added timestamptz not null default now(),
    primary key (tenant, member)
);

-- A clone proves by its token that it was not restored from a copy, and the hub that it was not: both
-- know the token of the clone's last act here.
create table memento.clone (
    tenant text not null,
    clone text not null check (clone ~ '^[0-9a-f]{8}$'),
    actor text not null,
    token uuid not null,
    seen timestamptz not null default now(),
    watching timestamptz,                     -- when it last asked to be told of changes
    lines bigint not null default 0,          -- what it has added, over all
    bytes bigint not null default 0,
    primary key (tenant, clone)
);

-- A line is its head and its words, one after the other. An erasure leaves a shorter head, and none.
create table memento.line (
    tenant text not null,
    id text not null check (octet_length(id) between 1 and 200),
    log text not null check (log ~ '^(journal/(\d{4}-\d{2}|erased)|events/\d{4}-\d{2})/[^/[:cntrl:]]{1,120}\.jsonl$'),
    head bytea not null,
    words bytea,
    writer text not null,
    changed xid8 not null default pg_current_xact_id(),
    primary key (tenant, id),
    check (octet_length(head) + coalesce(octet_length(words), 0) <= 16777216)
) partition by hash (tenant);

-- A file that was removed stays as a row without content. Its version vector tells a clone that knows
-- several hubs, or whose hub was restored, whether this is older than what it has.
create table memento.file (
    tenant text not null,
    path text not null check (path ~ '^(memento|[a-z]{2,9}/[^/.[:cntrl:]][^/[:cntrl:]]{0,249})\.toml$'),
    hash bytea check (hash = sha256(content)),
    content bytea check (octet_length(content) <= 1048576),
    vector jsonb not null check (             -- how many changes of each clone are in it
        jsonb_typeof(vector) = 'object' and octet_length(vector::text) <= 65536
        and not jsonb_path_exists(vector, 'strict $.* ? (@.type() != "number" || @ < 1 || @ > 9007199254740991 || @ != @.floor())')),
    writer text not null,
    changed xid8 not null default pg_current_xact_id(),
    primary key (tenant, path),
    check ((hash is null) = (content is null))
) partition by hash (tenant);

-- What files said before: the common ground of a merge. The newest four of each; none from before an
-- erasure.
create table memento.version (
    tenant text not null,
    path text not null,
    hash bytea not null,
    content bytea not null,
    replaced xid8 not null default pg_current_xact_id(),
    primary key (tenant, path, hash)
) partition by hash (tenant);

do $$
begin
    for part in 0..7 loop
        execute format('create table memento.line_%s partition of memento.line for values with (modulus 8, remainder %s)', part, part);
        execute format('create table memento.file_%s partition of memento.file for values with (modulus 8, remainder %s)', part, part);
        execute format('create table memento.version_%s partition of memento.version for values with (modulus 8, remainder %s)', part, part);
    end loop;
end
$$;

create index line_changed on memento.line (tenant, changed);
create index file_changed on memento.file (tenant, changed);

-- Which history of the database this is: another after a restore, a copy or a failover, where what a
-- clone has pushed may be lost.
create function memento.epoch() returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
    return md5(concat_ws(' ',
        (select epoch from memento.meta),
        (select system_identifier from pg_control_system()),
        substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8),
        (select oid from pg_database where datname = current_database()),
        'memento.line'::regclass::oid
    ));
end
$$;

-- In PL/pgSQL, whose plans a session keeps: those of SQL are made anew for each statement.
create function memento.is_member(_tenant text) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
    return exists (
        select from memento.member  -- a role that was dropped is null
        where tenant = _tenant and pg_has_role(session_user, to_regrole(quote_ident(member))::oid, 'member')
    );
end
$$;

create function memento.check_member(_tenant text) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
    if not memento.is_member(_tenant) then
        raise exception 'there is no tenant % for %', _tenant, session_user using errcode = 'ME002';
    end if;
end
$$;

-- For whoever writes: the tenant is not erased before the transaction has ended, and was not just now; with
-- `_alone` nobody else writes until then. What is locked is a row, which members do not reach: an advisory
-- lock could be taken, and be seen, by whoever may connect. One who keeps a transaction open holds others
-- of the tenant up for a minute, unless they have a lock_timeout of their own.
create function memento.check_writer(_tenant text, _alone boolean default false) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
    perform memento.check_member(_tenant);
    if current_setting('lock_timeout') = '0' then
        perform set_config('lock_timeout', '60s', true);
    end if;
    if _alone then
        perform from memento.tenant where tenant = _tenant for update;
    else
        perform from memento.tenant where tenant = _tenant for key share;
    end if;
    if not found then
        raise exception 'there is no tenant % for %', _tenant, session_user using errcode = 'ME002';
    end if;
end
$$;

-- What a clone must know before anything else. Its token is null if it was never here.
create function memento.hello(_tenant text, _clone text)
returns table (version integer, epoch text, snapshot text, erasures bigint, token uuid, seen timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
    perform memento.check_member(_tenant);
    return query
        select meta.version, memento.epoch(), pg_current_snapshot()::text, tenant.erasures, clone.token, clone.seen
        from memento.meta, memento.tenant
        left join memento.clone on clone.tenant = _tenant and clone.clone = _clone
        where tenant.tenant = _tenant;
end
$$;

-- The lines that a snapshot does not have, without those that the clone wrote itself; all without a
-- snapshot. Those of transactions that are yet to come were restored from another server's dump: whoever
-- has a snapshot of this one has them.
create function memento.pull_lines(_tenant text, _clone text, _since text, _limit integer)
returns table (id text, log text, head bytea, words bytea)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
    perform memento.check_member(_tenant);
    return query
        select line.id, line.log, line.head, line.words from memento.line
        where tenant = _tenant and (_since is null or (
            changed >= pg_snapshot_xmin(_since::pg_snapshot)
            and changed < pg_snapshot_xmax(pg_current_snapshot())
            and not pg_visible_in_snapshot(changed, _since::pg_snapshot)
            and writer <> _clone))
        order by line.log, line.id limit _limit;
end
$$;

create function memento.pull_files(_tenant text, _clone text, _since text, _limit integer)
returns table (path text, hash bytea, content bytea, vector text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
    perform memento.check_member(_tenant);
    return query
        select file.path, file.hash, file.content, file.vector::text from memento.file
        where tenant = _tenant and (_since is null or (
            changed >= pg_snapshot_xmin(_since::pg_snapshot)
            and changed < pg_snapshot_xmax(pg_current_snapshot())
            and not pg_visible_in_snapshot(changed, _since::pg_snapshot)
            and writer <> _clone))
        order by file.path limit _limit;
end
$$;

-- Former contents of files, and the present one. With a hash: that one, if it is kept; without: the
-- hashes of all that are.
create function memento.versions(_tenant text, _paths text[], _hashes bytea[])
returns table (path text, hash bytea, content bytea)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
    perform memento.check_member(_tenant);
    return query
        select version.path, version.hash, case when asked.hash is not null then version.content end
        from unnest(_paths, _hashes) as asked (path, hash)
        join (
            select version.path, version.hash, version.content from memento.version
            where tenant = _tenant and version.path = any (_paths)
            union
            select file.path, file.hash, file.content from memento.file
            where tenant = _tenant and file.path = any (_paths)
        ) as version on version.path = asked.path
            and (asked.hash is null or version.hash = asked.hash);
end
$$;

-- What one file says; null if there is none.
create function memento.content_of(_tenant text, _path text) returns bytea
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
    perform memento.check_member(_tenant);
    return (select content from memento.file where tenant = _tenant and path = _path);
end
$$;

-- These lines, as the hub has them.
create function memento.lines(_tenant text, _ids text[])
returns table (id text, log text, head bytea, words bytea)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
    perform memento.check_member(_tenant);
    return query
        select line.id, line.log, line.head, line.words from memento.line
        where tenant = _tenant and line.id = any (_ids);
end
$$;

-- Those of these lines that the hub lacks, or has otherwise; a digest is the SHA-256 of the line.
create function memento.unknown_lines(_tenant text, _ids text[], _digests bytea[])
returns setof text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
    perform memento.check_member(_tenant);
    return query
        select asked.id from unnest(_ids, _digests) as asked (id, digest)
        left join memento.line on line.tenant = _tenant and line.id = asked.id
        where line.id is null or sha256(line.head || coalesce(line.words, '')) <> asked.digest;
end
$$;

-- Begin to push what was settled with the hub as `hello` described it, and note the clone's new token;
-- an error if the hub is not as it was. Who tells of an erasure pushes alone; who does not know the newest
-- one must pull first, or erased words would come back. Of two runs of one clone that both think they are
-- it, the lock on its row lets one go first, and its token tells the other.
create function memento.begin_push(
    _tenant text, _clone text, _actor text, _before uuid, _token uuid, _epoch text, _erasures bigint, _erases boolean)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
    perform memento.check_writer(_tenant, _erases);
    insert into memento.clone as known (tenant, clone, actor, token) values (_tenant, _clone, _actor, _token)
    on conflict (tenant, clone) do update set token = excluded.token, actor = excluded.actor, seen = now()
        where known.token is not distinct from _before;
    if not found
        or _epoch <> memento.epoch()
        or _erasures <> (select erasures from memento.tenant where tenant = _tenant) then
        raise exception 'the hub has changed since it was pulled from' using errcode = 'ME001';
    end if;
    if exists (select from memento.clone where tenant = _tenant and clone <> _clone
            and watching > now() - interval '2 minutes') then
        perform pg_notify(memento.channel(_tenant), '');
    end if;
end
$$;

-- Add lines; the ids of those that stand there otherwise. Once anything was erased, a line without words
-- replaces one with words, or a longer one; nothing else ever replaces a line.
create function memento.put_lines(_tenant text, _clone text, _ids text[], _logs text[], _heads bytea[], _words bytea[])
returns setof text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
    fresh_lines bigint;
    fresh_bytes bigint;
    fresh_erasures bigint;
begin
    perform memento.check_writer(_tenant);
    with fresh as (
        insert into memento.line (tenant, id, log, head, words, writer)
        select _tenant, given.* , _clone from unnest(_ids, _logs, _heads, _words) as given (id, log, head, words)
        order by given.id
        on conflict (tenant, id) do nothing
        returning line.log, octet_length(line.head) + coalesce(octet_length(line.words), 0) as size
    )
    select count(*), coalesce(sum(size), 0), count(*) filter (where starts_with(log, 'journal/erased/'))
    into fresh_lines, fresh_bytes, fresh_erasures from fresh;

    if fresh_erasures > 0 then
        perform memento.check_writer(_tenant, true);
        update memento.tenant set erasures = erasures + fresh_erasures where tenant = _tenant;
        delete from memento.version where tenant = _tenant;
    end if;
    perform memento.count_up(_tenant, _clone, fresh_lines, fresh_bytes);

    if (select erasures > 0 from memento.tenant where tenant = _tenant) then
        update memento.line set head = given.head, words = null, writer = _clone, changed = pg_current_xact_id()
        from unnest(_ids, _heads, _words) as given (id, head, words)
        where line.tenant = _tenant and line.id = given.id and given.words is null
            and (line.words is not null or octet_length(line.head) > octet_length(given.head));
    end if;
    return query
        select given.id from unnest(_ids, _heads, _words) as given (id, head, words)
        join memento.line on line.tenant = _tenant and line.id = given.id
        where line.head <> given.head or line.words is distinct from given.words;
end
$$;

-- Write files over the versions that were expected (null: no file), or remove them (a null content); an
-- error if one says something else by now. What was there is kept for merges, unless the writer has just
-- removed from it what was erased.
create function memento.put_files(
    _tenant text, _clone text, _paths text[], _expected bytea[], _contents bytea[], _vectors text[], _keep boolean)
returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
    former_bytes bigint;
    fresh_bytes bigint;
begin
    perform memento.check_writer(_tenant);
    perform from memento.file where tenant = _tenant and path = any (_paths) order by path for update;

    insert into memento.version (tenant, path, hash, content)
    select _tenant, file.path, file.hash, file.content
    from unnest(_paths, _expected, _contents) as given (path, expected, content)
    join memento.file on file.tenant = _tenant and file.path = given.path and file.hash = given.expected
    where _keep and file.content is distinct from given.content
    on conflict (tenant, path, hash) do update set replaced = pg_current_xact_id();
    delete from memento.version using (
        select version.path, version.hash, row_number() over (partition by version.path order by replaced desc) as nth
        from memento.version where tenant = _tenant and version.path = any (_paths)
    ) as old
    where version.tenant = _tenant and version.path = old.path and version.hash = old.hash and nth > 4;

    select coalesce(sum(octet_length(content)), 0) into former_bytes
    from memento.file where tenant = _tenant and path = any (_paths);
    update memento.file
    set hash = sha256(given.content), content = given.content, vector = given.vector::jsonb,
        writer = _clone, changed = pg_current_xact_id()
    from unnest(_paths, _expected, _contents, _vectors) as given (path, expected, content, vector)
    where file.tenant = _tenant and file.path = given.path
        and file.hash is not distinct from given.expected and file.content is distinct from given.content;
    insert into memento.file (tenant, path, hash, content, vector, writer)
    select _tenant, given.path, sha256(given.content), given.content, given.vector::jsonb, _clone
    from unnest(_paths, _expected, _contents, _vectors) as given (path, expected, content, vector)
    where given.expected is null
    order by given.path
    on conflict (tenant, path) do nothing;
    select coalesce(sum(octet_length(content)), 0) into fresh_bytes
    from memento.file where tenant = _tenant and path = any (_paths);

    perform memento.count_up(_tenant, _clone, 0, fresh_bytes - former_bytes);
    if exists (
        select from unnest(_paths, _contents) as given (path, content)
        left join memento.file on file.tenant = _tenant and file.path = given.path
        where file.content is distinct from given.content
    ) then
        raise exception 'another clone has written a file meanwhile' using errcode = 'ME001';
    end if;
end
$$;

-- Count what a clone adds; an error once the tenant has more than it may, or if this push was not begun as
-- the clone's: one that used its id, and left it its token, would keep it from what was written so.
-- Each clone has a count of its own, as one for all would make them wait for each other. A transaction that
-- has counted an erasure of the tenant may have a tenth more, and some: words go out of one that is full, too.
create function memento.count_up(_tenant text, _clone text, _lines bigint, _bytes bigint) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
    total record;
begin
    update memento.clone set lines = lines + _lines, bytes = bytes + _bytes
    where tenant = _tenant and clone = _clone and seen = now();
    if not found then
        raise exception 'the clone % has begun no push', _clone using errcode = 'ME001';
    end if;
    select line_limit, byte_limit, lines, bytes, (xmin = pg_current_xact_id()::xid)::integer as erases into total
    from memento.tenant where tenant = _tenant;
    if total.line_limit + total.erases * (total.line_limit * 0.1 + 1000)
        < total.lines + (select sum(lines) from memento.clone where tenant = _tenant) then
        raise exception 'the tenant % may have % lines', _tenant, total.line_limit using errcode = 'ME003';
    elsif total.byte_limit + total.erases * (total.byte_limit * 0.1 + 1048576)
        < total.bytes + (select sum(bytes) from memento.clone where tenant = _tenant) then
        raise exception 'the tenant % may have % bytes', _tenant, total.byte_limit using errcode = 'ME003';
    end if;
end
$$;

-- The channel on which a tenant's changes are told, to whoever asks for it at least once a minute: to
-- notify is not free, as servers commit such transactions one after the other. Its name cannot be
-- guessed, as any role may listen on any channel.
create function memento.channel(_tenant text) returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
    perform memento.check_member(_tenant);
    return 'memento_' || md5((select epoch from memento.meta)::text || _tenant);
end
$$;

create function memento.watch(_tenant text, _clone text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
    perform memento.check_member(_tenant);
    update memento.clone set watching = now() where tenant = _tenant and clone = _clone;
    return memento.channel(_tenant);
end
$$;

revoke all on all functions in schema memento from public;
revoke all on all tables in schema memento from public;
grant usage on schema memento to memento_member;
grant execute on function
    memento.is_member(text),
    memento.hello(text, text),
    memento.pull_lines(text, text, text, integer),
    memento.pull_files(text, text, text, integer),
    memento.versions(text, text[], bytea[]),
    memento.content_of(text, text),
    memento.lines(text, text[]),
    memento.unknown_lines(text, text[], bytea[]),
    memento.begin_push(text, text, text, uuid, uuid, text, bigint, boolean),
    memento.put_lines(text, text, text[], text[], bytea[], bytea[]),
    memento.put_files(text, text, text[], bytea[], bytea[], text[], boolean),
    memento.watch(text, text)
to memento_member;

-- The owner's functions see all; anybody else to whom a table is ever granted sees their tenants.
do $$
declare
    name text;
begin
    foreach name in array array['tenant', 'member', 'clone', 'line', 'file', 'version'] loop
        execute format('alter table memento.%I enable row level security', name);
        execute format('alter table memento.%I force row level security', name);
        execute format('create policy owner on memento.%I to memento_owner using (true) with check (true)', name);
        execute format('create policy members on memento.%I using (memento.is_member(tenant))', name);
    end loop;
end
$$;
