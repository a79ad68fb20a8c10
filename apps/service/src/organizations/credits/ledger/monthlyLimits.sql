-- Reserves an amount with the counters of the team, the user and the API key, and returns the monthly limits that are passed
-- by it, each with its limit and what was used before; null where none is. Exactly reaching a limit is allowed. Open holds
-- count as spent. A negative amount takes the reservation back. Requires the lock of the account.
create or replace function reserve_within_limits(p_organization bigint, p_user bigint, p_team bigint, p_api_key bigint,
  p_month date, p_amount bigint)
returns jsonb
language plpgsql as $$
declare
  limits jsonb;
begin
  with reserved as (
    insert into spend_counter as c (organization_id, scope, scope_id, month, reserved)
    select p_organization, s.scope, s.scope_id, p_month, greatest(p_amount, 0)
    from (values ('team', p_team), ('user', p_user), ('api_key', p_api_key)) as s (scope, scope_id)
    where s.scope_id is not null
    on conflict (organization_id, scope, scope_id, month) do update set reserved = c.reserved + p_amount
    returning c.scope, c.scope_id, c.reserved + c.committed as used
  )
  select jsonb_agg(jsonb_build_object('scope', r.scope, 'limit', l.monthly_limit, 'used', r.used - p_amount)) into limits
  from reserved r
  join spend_limit l on l.organization_id = p_organization and l.scope = r.scope and l.scope_id = r.scope_id
  where r.used > l.monthly_limit;
  return limits;
end
$$;
