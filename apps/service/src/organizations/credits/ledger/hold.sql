-- Sets credits aside. Returns the hold; or that the organization was deleted; or why it was refused: what is available,
-- the month that counts, and each limit that would be passed; or none of these, where the idempotency key is taken.
-- p_channel null = that of the hold before of its job; p_lease_seconds null = as long as its job lives; p_now null = the clock of the database.
create or replace function hold_for_channel(p_organization bigint, p_user bigint, p_team bigint, p_api_key bigint,
  p_action text, p_amount bigint, p_idempotency_key text, p_fingerprint bytea, p_lease_seconds double precision,
  p_job text, p_channel text, p_now timestamptz, out hold_id bigint, out deleted boolean, out refused jsonb)
language plpgsql as $$
declare
  account credit_account;
  instant timestamptz;
  present_month date;
  limits jsonb;
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

  limits := reserve_within_limits(p_organization, p_user, p_team, p_api_key, present_month, p_amount);
  if limits is not null or p_amount > account.balance - account.reserved then
    perform reserve_within_limits(p_organization, p_user, p_team, p_api_key, present_month, -p_amount);
    refused := jsonb_build_object('available', account.balance - account.reserved, 'month', present_month,
      'limits', coalesce(limits, '[]'));
    return;
  end if;

  insert into credit_hold (organization_id, user_id, team_id, api_key_id, action_id, idempotency_key, fingerprint, month,
    amount, lease_until, created_at, job_id, channel)
  values (p_organization, p_user, p_team, p_api_key, p_action, p_idempotency_key, p_fingerprint, present_month, p_amount,
    coalesce(instant + make_interval(secs => p_lease_seconds), 'infinity'), instant, p_job,
    coalesce(p_channel, (select h.channel from credit_hold h where h.job_id = p_job order by h.id limit 1)))
  returning id into hold_id;
  update credit_account a set reserved = a.reserved + p_amount where a.organization_id = p_organization;
end
$$;
