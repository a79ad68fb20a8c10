-- Parts of jobs on datasets that are to be worked off, or were and are not charged yet: any worker claims one.
create table job_part (
  job_id text not null references job (id) on delete cascade,
  index integer not null check (index >= 0),
  first integer not null check (first >= 0),
  rows integer not null check (rows >= 1),
  -- Versions of the data that it is answered from.
  data_version jsonb not null,
  claims integer not null default 0,
  lease_token text,
  lease_until timestamptz,
  -- Counts, credits and the file once it is worked off, or why it cannot be.
  outcome json,
  primary key (job_id, index)
);
create index job_part_waiting on job_part (job_id, index) where outcome is null;
