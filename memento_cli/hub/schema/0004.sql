-- How often a tenant may be called a minute by a server of many; null: no limit.
create function memento.call_limit(_tenant text) returns integer
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
    perform memento.check_member(_tenant);
    return (select call_limit from memento.tenant where tenant = _tenant);
end
$$;

revoke all on function memento.call_limit(text) from public;
grant execute on function memento.call_limit(text) to memento_member;
