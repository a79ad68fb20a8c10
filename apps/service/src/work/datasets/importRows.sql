-- Stores rows of a file behind those that are there, and the progress of the job that imports it. Returns 'stored'; 'lost' where the
-- job has ended or another worker has it; and null, without a change, where its organization is suspended, rows are there already
-- or the dataset is gone: the caller decides about those. p_rows holds index, cells, lat, lng and reason of each; p_now null = the
-- clock of the database.
create or replace function import_rows(p_organization bigint, p_dataset text, p_job text, p_lease_token text, p_first integer,
  p_rows json, p_count integer, p_bytes bigint, p_reasons json, p_lease_seconds double precision, p_now timestamptz)
returns text
language plpgsql as $$
declare
  claimed record;
  instant timestamptz := coalesce(p_now, clock_timestamp());
begin
  select j.finished_at, j.lease_token, j.done + j.failed as ended,
    exists (select from organization o where o.id = j.organization_id and o.suspended_at is not null) as suspended
  into claimed from job j where j.id = p_job for update of j;
  if not found or claimed.suspended then return null; end if;
  if claimed.finished_at is not null or claimed.lease_token is distinct from p_lease_token then return 'lost'; end if;
  if claimed.ended <> p_first then return null; end if;
  perform from dataset d where d.organization_id = p_organization and d.id = p_dataset for update;
  if not found then return null; end if;

  insert into dataset_row (dataset_id, index, cells, lat, lng, reason)
  select p_dataset, r.index, r.cells, r.lat, r.lng, r.reason
  from json_to_recordset(p_rows) as r (index integer, cells json, lat float8, lng float8, reason text);
  update dataset d
  set reasons = added_counts(d.reasons, p_reasons), row_count = d.row_count + p_count, bytes = d.bytes + p_bytes,
    updated_at = date_trunc('milliseconds', instant)
  where d.id = p_dataset;
  update job j
  set done = j.done + p_count, reasons = added_counts(coalesce(j.reasons, '{}'), p_reasons), claims_without_progress = 0,
    lease_until = instant + make_interval(secs => p_lease_seconds)
  where j.id = p_job;
  return 'stored';
end
$$;
