-- Places that are added from the web app: one at a time is fetched and built, by the process that has the lease.
create table place_job (
  id text primary key,
  -- What was asked for, as the command takes it.
  place text not null,
  radius_km double precision not null,
  asked_by bigint not null references app_user (id),
  -- The plan that was agreed to.
  plan json not null,
  state text not null check (state in ('running', 'done', 'failed', 'stopped', 'interrupted')),
  progress json,
  -- Verdict and a point to ask about, once it is done.
  result json,
  fault text,
  is_stopping boolean not null default false,
  lease_token text,
  lease_until timestamptz,
  started_at timestamptz not null,
  finished_at timestamptz,
  check ((state = 'running') = (lease_until is not null)),
  check ((state = 'running') = (finished_at is null))
);
create unique index place_job_running on place_job (state) where state = 'running';
create index place_job_latest on place_job (started_at desc);
