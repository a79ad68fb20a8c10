-- A hold and its commit as one call each: what was five and four messages between service and database. As before, the
-- organization's account is locked first, and every later statement of a function sees what was committed before that.

-- Sets credits aside. Answers the hold; or that the organization was deleted; or why it was refused: what is available,
-- the month that counts, and each limit that would be passed, in the order in which they are reported; or none of these,
-- where the idempotency key is taken.
-- p_lease_seconds null = as long as its job lives; p_now null = the clock of the database.
create function hold_credits(p_organization bigint, p_user bigint, p_team bigint, p_api_key bigint, p_action text,
  p_amount bigint, p_idempotency_key text, p_fingerprint bytea, p_lease_seconds double precision, p_job text,
  p_now timestamptz, out hold_id bigint, out deleted boolean, out refused jsonb)
language plpgsql as $$
declare
  account credit_account;
  instant timestamptz;
  present_month date;
  full_limits jsonb;
begin
  deleted := false;
  select * into strict account from credit_account a where a.organization_id = p_organization for update;
  if p_idempotency_key is not null then
    perform from credit_hold h
    where h.organization_id = p_organization and h.idempotency_key = p_idempotency_key and h.state <> 'released';
    if found then return; end if;
  end if;
  select o.deleted_at is not null into deleted from organization o where o.id = p_organization;
  if deleted then return; end if;
  instant := coalesce(p_now, clock_timestamp());
  present_month := date_trunc('month', instant at time zone 'utc')::date;

  -- Exactly reaching a limit is allowed.
  select jsonb_agg(jsonb_build_object('scope', s.scope, 'limit', l.monthly_limit, 'used', u.used) order by s.place)
  into full_limits
  from (values (1, 'team', p_team), (2, 'user', p_user), (3, 'api_key', p_api_key)) as s (place, scope, scope_id)
  join spend_limit l on l.organization_id = p_organization and l.scope = s.scope and l.scope_id = s.scope_id
  cross join lateral (
    select coalesce(sum(c.reserved + c.committed), 0) as used from spend_counter c
    where c.organization_id = p_organization and c.scope = s.scope and c.scope_id = s.scope_id
      and c.month = present_month
  ) u
  where u.used + p_amount > l.monthly_limit;
  if full_limits is not null or p_amount > account.balance - account.reserved then
    refused := jsonb_build_object('available', account.balance - account.reserved, 'month', present_month,
      'limits', coalesce(full_limits, '[]'));
    return;
  end if;

  update credit_account a set reserved = a.reserved + p_amount where a.organization_id = p_organization;
  insert into spend_counter as c (organization_id, scope, scope_id, month, reserved)
  select p_organization, s.scope, s.scope_id, present_month, p_amount
  from (values ('team', p_team), ('user', p_user), ('api_key', p_api_key)) as s (scope, scope_id)
  where s.scope_id is not null
  on conflict (organization_id, scope, scope_id, month) do update set reserved = c.reserved + excluded.reserved;
  insert into credit_hold (organization_id, user_id, team_id, api_key_id, action_id, idempotency_key, fingerprint, month,
    amount, lease_until, created_at, job_id)
  values (p_organization, p_user, p_team, p_api_key, p_action, p_idempotency_key, p_fingerprint, present_month, p_amount,
    coalesce(instant + make_interval(secs => p_lease_seconds), 'infinity'), instant, p_job)
  returning id into hold_id;
end
$$;

-- Charges a hold and ends it: the hold, the balance, the counters and the ledger move together; a charge of 0 leaves no
-- entry. Answers when that was, or null where the hold is no longer open.
create function commit_hold(p_organization bigint, p_hold bigint, p_charge bigint, p_now timestamptz)
returns timestamptz
language plpgsql as $$
declare
  account credit_account;
  hold credit_hold;
begin
  perform from credit_account a where a.organization_id = p_organization for update;
  update credit_hold h set state = 'committed', committed = p_charge, ended_at = coalesce(p_now, clock_timestamp())
  where h.id = p_hold and h.organization_id = p_organization and h.state = 'held'
  returning * into hold;
  if not found then return null; end if;
  update credit_account a
  set balance = a.balance - p_charge, reserved = a.reserved - hold.amount,
    next_seq = a.next_seq + case when p_charge > 0 then 1 else 0 end
  where a.organization_id = p_organization
  returning * into account;
  -- The counters are there since the hold; a conflict finds each by its key, where a join would read all of the month.
  insert into spend_counter as c (organization_id, scope, scope_id, month)
  select p_organization, s.scope, s.scope_id, hold.month
  from (values ('team', hold.team_id), ('user', hold.user_id), ('api_key', hold.api_key_id)) as s (scope, scope_id)
  where s.scope_id is not null
  on conflict (organization_id, scope, scope_id, month)
    do update set reserved = c.reserved - hold.amount, committed = c.committed + p_charge;
  if p_charge > 0 then
    insert into ledger_entry (organization_id, seq, kind, amount, balance_after, hold_id, part, operation, user_id,
      team_id, api_key_id, api_key_name, month, created_at)
    values (p_organization, account.next_seq - 1, 'charge', -p_charge, account.balance, hold.id, 0, hold.action_id,
      hold.user_id, hold.team_id, hold.api_key_id, (select k.name from api_key k where k.id = hold.api_key_id),
      hold.month, hold.ended_at);
  end if;
  return hold.ended_at;
end
$$;
