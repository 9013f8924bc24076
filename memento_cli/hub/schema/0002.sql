-- Administration: functions for members of memento_owner, to whom alone they belong. Any member may
-- call status, and sees their own tenants.

-- What is in each tenant, who may reach it, and which clones were there.
create function memento.status() returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp
return jsonb_build_object(
    'version', (select version from memento.meta),
    'administrator', pg_has_role(session_user, 'memento_owner', 'member'),
    'tenants', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'tenant', tenant,
            'created', created,
            'members', (
                select coalesce(jsonb_agg(member order by member), '[]') from memento.member
                where member.tenant = tenant.tenant),
            'lines', lines + (
                select coalesce(sum(clone.lines), 0) from memento.clone
                where clone.tenant = tenant.tenant),
            'bytes', bytes + (
                select coalesce(sum(clone.bytes), 0) from memento.clone
                where clone.tenant = tenant.tenant),
            'files', (
                select count(*) from memento.file
                where file.tenant = tenant.tenant and hash is not null),
            'line_limit', line_limit,
            'byte_limit', byte_limit,
            'call_limit', call_limit,
            'clones', (
                select coalesce(jsonb_agg(jsonb_build_object(
                    'clone', clone, 'actor', actor, 'seen', seen, 'lines', clone.lines, 'bytes', clone.bytes
                ) order by seen), '[]') from memento.clone
                where clone.tenant = tenant.tenant)
        ) order by tenant), '[]') from memento.tenant
        where pg_has_role(session_user, 'memento_owner', 'member') or memento.is_member(tenant)
    )
);

-- Let a role, or all in a group, reach a tenant, which is made if there is none. Whether it was, and
-- whether the role is new there. A name that is a member elsewhere without the right to call functions is
-- that of a role that was dropped: who has it now would reach those tenants, too.
create function memento.add_member(_tenant text, _member name)
returns table (is_new_tenant boolean, is_new_member boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
    former text;
begin
    if _member in ('memento_owner', 'memento_member') then
        raise exception 'members of any tenant have the role %', _member using errcode = 'ME005';
    end if;
    select string_agg(tenant, ', ' order by tenant) into former from memento.member
    where member = _member and tenant <> _tenant and not exists (
        select from pg_auth_members join pg_roles on pg_roles.oid = pg_auth_members.member
        where rolname = _member and roleid = 'memento_member'::regrole);
    if former is not null then
        raise exception 'a former role % is still a member of %', _member, former using errcode = 'ME006';
    end if;
    execute format('grant memento_member to %I', _member);
    insert into memento.tenant (tenant) values (_tenant) on conflict do nothing;
    is_new_tenant := found;
    insert into memento.member (tenant, member) values (_tenant, _member) on conflict do nothing;
    is_new_member := found;
    return next;
end
$$;

-- Take the right to call functions from roles that are members nowhere.
create function memento.revoke_from(_members name[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
    former name;
begin
    for former in
        select rolname from pg_roles where rolname = any (_members)
            and not exists (select from memento.member where member = rolname)
    loop
        execute format('revoke memento_member from %I', former);
    end loop;
end
$$;

-- Let a role reach a tenant no more. Whether it could, and the groups by which it still can.
create function memento.remove_member(_tenant text, _member name)
returns table (was_member boolean, still_by name[])
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
    delete from memento.member where tenant = _tenant and member = _member;
    was_member := found;
    if was_member then
        perform memento.revoke_from(array[_member]);
    end if;
    if exists (select from pg_roles where rolname = _member) then
        select coalesce(array_agg(member order by member), '{}') into still_by
        from memento.member join pg_roles on rolname = member
        where tenant = _tenant and pg_has_role(_member, member, 'member');
    end if;
    return next;
end
$$;

-- Set limits of a tenant, {"lines": 1000, "bytes": null}: null is none. All of its limits; no row if there
-- is no such tenant.
create function memento.limit_tenant(_tenant text, _limits jsonb)
returns table (lines bigint, bytes bigint, calls integer)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
    return query update memento.tenant set
        line_limit = case when _limits ? 'lines' then (_limits ->> 'lines')::bigint else line_limit end,
        byte_limit = case when _limits ? 'bytes' then (_limits ->> 'bytes')::bigint else byte_limit end,
        call_limit = case when _limits ? 'calls' then (_limits ->> 'calls')::integer else call_limit end
    where tenant = _tenant
    returning line_limit, byte_limit, call_limit;
end
$$;

-- Forget a clone that will not come back; what it has added stays, and counts. Whether it was there.
create function memento.forget_clone(_tenant text, _clone text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
    gone record;
begin
    delete from memento.clone where tenant = _tenant and clone = _clone returning lines, bytes into gone;
    if not found then
        return false;
    end if;
    update memento.tenant set lines = lines + gone.lines, bytes = bytes + gone.bytes where tenant = _tenant;
    return true;
end
$$;

-- The tables that have rows of tenants, whichever there are.
create function memento.tables_of_tenants() returns setof name
language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
    select relname from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'memento'::regnamespace and relkind in ('r', 'p') and not relispartition
        and attname = 'tenant' and not attisdropped
    order by relname;
end;

-- How many rows of each table are a tenant's: {"line": 12, ...}.
create function memento.count_rows(_tenant text) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
    counts jsonb := '{}';
    name name;
    rows bigint;
begin
    for name in select memento.tables_of_tenants() loop
        execute format('select count(*) from memento.%I where tenant = $1', name) into rows using _tenant;
        counts := counts || jsonb_build_object(name, rows);
    end loop;
    return counts;
end
$$;

-- Delete all rows of a tenant, once nobody pushes to it; how many of each table.
create function memento.erase_tenant(_tenant text) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
    counts jsonb;
    members name[];
    name name;
begin
    perform from memento.tenant where tenant = _tenant for update;
    counts := memento.count_rows(_tenant);
    members := array(select member from memento.member where tenant = _tenant);
    for name in select memento.tables_of_tenants() loop
        execute format('delete from memento.%I where tenant = $1', name) using _tenant;
    end loop;
    perform memento.revoke_from(members);
    return counts;
end
$$;

revoke all on all functions in schema memento from public;
grant execute on function memento.status() to memento_member;
