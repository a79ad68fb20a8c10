-- Datasets: tables of places that members upload in the web app, and the jobs that import, geocode and snap them.

create table dataset (
  id text collate "C" primary key check (id ~ '^ds_[0-9A-HJKMNP-TV-Z]{26}$'),
  organization_id bigint not null references organization,
  -- Who uploaded it.
  user_id bigint not null references app_user,
  name text not null check (char_length(name) between 1 and 255),
  -- Where its addresses are looked for.
  territory_id text not null,
  status text not null default 'uploading' check (status in ('uploading', 'importing', 'ready', 'failed')),
  -- As the uploader named it; null: told by the file itself.
  encoding text,
  -- Names of the columns, and which of them play a role: {"lat": "latitude", "street": "addr"}. Null until they are read.
  columns json,
  mapping json,
  row_count integer not null default 0 check (row_count >= 0),
  -- What counts as storage: the cells of all rows as they are kept, JSON text in UTF-8.
  bytes bigint not null default 0 check (bytes >= 0),
  -- Rows by the reason of their place, and by that of their foot on a road.
  reasons json not null default '{}',
  snap_reasons json not null default '{}',
  -- Why the import failed.
  error json,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (columns is not null or status <> 'ready')
);
create index dataset_organization on dataset (organization_id, created_at desc);

-- The file as it was sent, in parts, until its import has ended.
create table dataset_upload (
  dataset_id text not null references dataset on delete cascade,
  part integer not null check (part >= 0),
  content bytea not null,
  primary key (dataset_id, part)
);

create table dataset_row (
  dataset_id text not null references dataset on delete cascade,
  index integer not null check (index >= 0),
  -- An array of texts, one per column.
  cells json not null,
  -- Where the row is, from its own columns or found by its address; null where nothing says it.
  lat double precision,
  lng double precision,
  -- Why it is there, or nowhere: given, pending, or what geocoding found.
  reason text not null,
  matched_address text,
  confidence double precision,
  -- The nearest place on a road, and how far away it is; null where it was not looked for or none is near.
  snap_reason text,
  snap_mode text,
  snapped_lat double precision,
  snapped_lng double precision,
  snapped_meters double precision,
  primary key (dataset_id, index),
  check ((lat is null) = (lng is null)),
  check ((snapped_lat is null) = (snapped_lng is null) and (snapped_lat is null) = (snapped_meters is null))
);

-- A job may work on a dataset instead of being a batch of calls. It costs nothing, and stays when the dataset is deleted.
alter table job
  add column dataset_id text,
  -- Rows by reason so far.
  add column reasons json,
  alter column quote drop not null,
  drop constraint job_total_check,
  add constraint job_total_check check (total >= 0),
  add constraint job_dataset_check
    check (case when dataset_id is null then quote is not null and total >= 1 else max_credits = 0 end);
-- One at a time.
create unique index job_dataset_open on job (dataset_id) where finished_at is null and dataset_id is not null;
create index job_dataset on job (dataset_id, created_at) where dataset_id is not null;
