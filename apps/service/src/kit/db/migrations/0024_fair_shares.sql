-- Bounds on what one organization takes of what all share.

-- Limits that the operator has set for an organization; the others have their defaults (fairness/limits.ts).
create table organization_limit (
  organization_id bigint not null references organization,
  name text not null,
  value bigint not null check (value >= 0),
  set_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, name)
);

-- Claims take the oldest jobs of each organization, and count those that run.
create index job_open on job (organization_id, created_at, id) where finished_at is null;
create index job_leased on job (lease_until) where lease_until is not null;
