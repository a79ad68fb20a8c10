-- Moves what the team, the user and the API key of a hold have reserved and committed in the month of the hold.
-- The conflict finds each counter by its key, where an update with a join would read all of the month.
create or replace function move_counters(p_hold credit_hold, p_reserved bigint, p_committed bigint)
returns void
language plpgsql as $$
begin
  insert into spend_counter as c (organization_id, scope, scope_id, month, reserved)
  select p_hold.organization_id, s.scope, s.scope_id, p_hold.month, greatest(p_reserved, 0)
  from (values ('team', p_hold.team_id), ('user', p_hold.user_id), ('api_key', p_hold.api_key_id)) as s (scope, scope_id)
  where s.scope_id is not null
  on conflict (organization_id, scope, scope_id, month)
    do update set reserved = c.reserved + p_reserved, committed = c.committed + p_committed;
end
$$;
