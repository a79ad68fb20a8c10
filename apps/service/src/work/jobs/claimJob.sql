-- Gives the next job that nobody works on to the owner of a token, for so many seconds. Organizations with fewer jobs under way
-- come first, then older jobs; one that has as many under way as it may waits. No row where there is none.
--
-- The time grows with the number of organizations that have jobs, and not with the number of jobs: the organizations are read off
-- the index of open jobs one by one, and of each its oldest waiting job. Claims wait for each other, since two at once would each
-- count what is under way without the other; none of them waits for its caller meanwhile. p_now null = the clock of the database.
--
-- Statistics from before a queue grew call the index of open jobs short, and a plan that reads all of it the best. So it is asked for
-- where it is read in its order, and nowhere else: jobs under way are those with a lease, and a job is looked at again by its id. The
-- one sort that is left counts as dear where sorts are off, and is not worth a compilation.
create or replace function claim_job(p_lease_token text, p_lease_seconds double precision, p_running_default integer,
  p_now timestamptz)
returns setof job
language plpgsql
set enable_sort = off
set enable_incremental_sort = off
set jit = off
as $$
declare
  instant timestamptz;
  longest timestamptz;
begin
  perform pg_advisory_xact_lock(x'6a6f6273'::integer);
  -- Each statement sees what was there when it began, so this one sees the claims that it waited for.
  instant := coalesce(p_now, clock_timestamp());
  -- A lease that ends later than this was taken before the clock went back; who still works renews it soon.
  longest := instant + make_interval(secs => 2 * p_lease_seconds);
  return query
  with recursive busy as materialized (
    select organization_id, count(*) as jobs from job
    where lease_until >= instant and lease_until <= longest group by organization_id
  ), waiting as materialized (
    (select organization_id from job where finished_at is null order by organization_id, created_at, id limit 1)
    union all
    select (
      select j.organization_id from job j where j.finished_at is null and j.organization_id > w.organization_id
      order by j.organization_id, j.created_at, j.id limit 1
    ) from waiting w where w.organization_id is not null
  ), candidate as materialized (
    select oldest.id, oldest.created_at, coalesce(b.jobs, 0) as busy
    from waiting w
    join organization o on o.id = w.organization_id and o.deleted_at is null
    left join busy b on b.organization_id = o.id
    cross join lateral (
      select c.id, c.created_at from job c
      where c.organization_id = o.id and c.finished_at is null
        and (c.lease_until is null or c.lease_until < instant or c.lease_until > longest)
      order by c.organization_id, c.created_at, c.id limit 1
    ) oldest
    where coalesce(b.jobs, 0) < coalesce((
      select l.value from organization_limit l where l.organization_id = o.id and l.name = 'running_jobs'
    ), p_running_default)
  )
  update job j
  set status = 'running', started_at = coalesce(j.started_at, instant), lease_token = p_lease_token,
    lease_until = instant + make_interval(secs => p_lease_seconds), claims_without_progress = j.claims_without_progress + 1
  where j.id = (
    select c.id from candidate join job c on c.id = candidate.id
    where c.status in ('queued', 'running') and (c.lease_until is null or c.lease_until < instant or c.lease_until > longest)
    order by candidate.busy, candidate.created_at, candidate.id
    limit 1 for update of c skip locked
  )
  returning j.*;
end
$$;
