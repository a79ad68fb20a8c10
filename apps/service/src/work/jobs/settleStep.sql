-- Charges a step of a job to its hold and stores what became of it: an item of a batch, or a part of a dataset with its rows. Returns
-- 'more', or 'last' where nothing comes after it; 'lost' where the job has ended or another worker has it. Without a change it
-- returns why the job ends before the step ('user_removed', 'organization_suspended', 'key_revoked', 'batch_cap'), 'uncovered' where
-- the hold does not cover the step, and 'last' where p_store_last is false: the caller decides about those. p_first is the number of
-- items or rows before the step, p_done and p_failed those in it. p_now null = the clock of the database.
create or replace function settle_step(p_organization bigint, p_job text, p_lease_token text, p_index integer, p_first integer,
  p_done integer, p_failed integer, p_status text, p_reason text, p_detail text, p_due bigint, p_summary json,
  p_result_gzip bytea, p_reasons json, p_lease_seconds double precision, p_store_last boolean, p_now timestamptz)
returns text
language plpgsql as $$
declare
  claimed record;
  verdict text;
  hold bigint;
begin
  perform from credit_account a where a.organization_id = p_organization for update;
  select j.finished_at, j.lease_token, j.done + j.failed as ended, j.total, j.max_credits - j.credits_charged as room,
    exists (
      select from membership m where m.organization_id = j.organization_id and m.user_id = j.user_id
    ) as member,
    exists (select from organization o where o.id = j.organization_id and o.suspended_at is not null) as suspended,
    exists (select from api_key k where k.id = j.api_key_id and k.revoked_at is not null) as revoked
  into claimed from job j where j.id = p_job for update of j;
  if not found then raise exception 'there is no job %', p_job; end if;
  if claimed.finished_at is not null or claimed.lease_token is distinct from p_lease_token then return 'lost'; end if;
  if claimed.ended <> p_first then raise exception 'step % of % does not come next', p_index, p_job; end if;
  -- Whose key was revoked, who has left or was suspended does not go on spending.
  if not claimed.member then return 'user_removed'; end if;
  if claimed.suspended then return 'organization_suspended'; end if;
  if claimed.revoked then return 'key_revoked'; end if;
  if p_due > claimed.room then return 'batch_cap'; end if;
  verdict := case when p_first + p_done + p_failed < claimed.total then 'more' else 'last' end;
  if verdict = 'last' and not p_store_last then return verdict; end if;
  if p_due > 0 then
    select h.id into hold from credit_hold h
    where h.job_id = p_job and h.state = 'held' and h.amount - h.committed >= p_due;
    if not found then return 'uncovered'; end if;
    if not charge_part(p_organization, hold, p_index, p_due, p_now) then return 'uncovered'; end if;
  end if;

  insert into job_item (job_id, index, status, reason, detail, credits_charged, summary, result_gzip)
  values (p_job, p_index, p_status, p_reason, p_detail, p_due, p_summary, p_result_gzip);
  update job j
  set done = j.done + p_done, failed = j.failed + p_failed, credits_charged = j.credits_charged + p_due,
    reasons = coalesce(p_reasons, j.reasons),
    claims_without_progress = 0,
    lease_until = coalesce(p_now, clock_timestamp()) + make_interval(secs => p_lease_seconds)
  where j.id = p_job;
  return verdict;
end
$$;
