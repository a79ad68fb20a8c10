-- Which data of each territory are in force for all processes of a service: the row with the latest moment that has come. At most one
-- row has a moment ahead: its data come into force then. offered_at is when the first process had them.
create table territory_version (
  id bigint generated always as identity primary key,
  territory text not null,
  fingerprint text not null,
  offered_at timestamptz not null,
  in_force_at timestamptz not null
);
create index territory_version_in_force on territory_version (territory, in_force_at desc, id desc);

-- What each process answers from, and what it could answer from: the same, or newer data that are fetched, verified and warmed up.
-- had_at_start: it has not seen them come. Rows that are not renewed belong to processes that are gone.
create table territory_replica (
  process text not null,
  territory text not null,
  serves text not null,
  offers text not null,
  had_at_start boolean not null,
  offered_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (territory, process)
);

-- The trace that a job and an event go on with, as the header of that name has it; null where the operator collects none.
alter table job add column traceparent text;
alter table event add column traceparent text;
