-- The monthly limits that spending an amount would pass: of the team, of the user, and the monthly cap of the API key, in
-- the order in which they are reported, each with its limit and what was used; null where none would be passed. Exactly
-- reaching a limit is allowed. Open holds count as spent. Requires the lock of the account.
create or replace function passed_limits(p_organization bigint, p_user bigint, p_team bigint, p_api_key bigint,
  p_month date, p_amount bigint)
returns jsonb
language plpgsql as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('scope', s.scope, 'limit', l.monthly_limit, 'used', u.used) order by s.place)
    from (values (1, 'team', p_team), (2, 'user', p_user), (3, 'api_key', p_api_key)) as s (place, scope, scope_id)
    join spend_limit l on l.organization_id = p_organization and l.scope = s.scope and l.scope_id = s.scope_id
    cross join lateral (
      select coalesce(sum(c.reserved + c.committed), 0) as used from spend_counter c
      where c.organization_id = p_organization and c.scope = s.scope and c.scope_id = s.scope_id and c.month = p_month
    ) u
    where u.used + p_amount > l.monthly_limit
  );
end
$$;
