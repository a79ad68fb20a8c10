-- Puts a job into the queue and sets credits aside for it. Returns its row; and none, without a change, where the organization has
-- as many open jobs as it may, its idempotency key is taken, or its credits do not cover it: the caller decides about those.
-- p_traceparent is the trace that it continues, null where none is exported. p_now null = the clock of the database.
create or replace function queue_held_job_on_datasets(p_id text, p_organization bigint, p_user bigint, p_team bigint, p_api_key bigint, p_action text,
  p_input json, p_territory text, p_data_version json, p_analysis_code text, p_quote json, p_max_credits bigint, p_total integer,
  p_held bigint, p_idempotency_key text, p_fingerprint bytea, p_open_default integer, p_channel text,
  p_traceparent text, p_dataset_ids text[], p_now timestamptz)
returns setof job
language plpgsql as $$
declare
  made job;
begin
  perform from credit_account a where a.organization_id = p_organization for update;
  if (select count(*) from job j where j.organization_id = p_organization and j.finished_at is null) >= coalesce((
    select l.value from organization_limit l where l.organization_id = p_organization and l.name = 'open_jobs'
  ), p_open_default) then
    return;
  end if;
  insert into job (id, organization_id, user_id, team_id, api_key_id, action_id, input, territory_id, data_version, analysis_code,
    quote, max_credits, total, traceparent, dataset_ids, created_at)
  values (p_id, p_organization, p_user, p_team, p_api_key, p_action, p_input, p_territory, p_data_version, p_analysis_code,
    p_quote, p_max_credits, p_total, p_traceparent, p_dataset_ids, coalesce(p_now, clock_timestamp()))
  returning * into made;
  if (select h.hold_id is null from hold_for_channel(p_organization, p_user, p_team, p_api_key, p_action, p_held, p_idempotency_key,
    p_fingerprint, null, p_id, p_channel, p_now) h) then
    raise exception using errcode = 'HL001', message = 'the job has no hold';
  end if;
  return next made;
exception when sqlstate 'HL001' then
  return;
end
$$;
