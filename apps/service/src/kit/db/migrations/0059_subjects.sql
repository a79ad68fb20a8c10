-- What questions are asked about, saved once: a place, a set of places, a network, an area. The rows of a large set or network stand in
-- its dataset alone. Runs name the subjects that they were computed from among their dataset_ids.
create table subject (
  id text primary key,
  organization_id bigint not null references organization,
  user_id bigint not null references app_user,
  kind text not null check (kind in ('place', 'places', 'network', 'area')),
  name text not null check (char_length(name) between 1 and 200),
  territory_id text not null check (char_length(territory_id) between 1 and 100),
  -- Where its pin stands.
  lat double precision,
  lng double precision,
  -- Members of its kind, as they were sent.
  content json not null,
  dataset_id text references dataset on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((lat is null) = (lng is null)),
  check (kind <> 'place' or lat is not null),
  check (dataset_id is null or kind in ('places', 'network'))
);
create index subject_organization on subject (organization_id, updated_at desc, id);
create index subject_dataset on subject (dataset_id) where dataset_id is not null;
