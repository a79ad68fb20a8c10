-- What organizations say of stores in place of the lists. Rows are never changed but for their undoing, so that what was in force
-- at any revision can be told again.
create table store_correction (
  id bigint generated always as identity primary key,
  -- Null: the operator took it over for everybody.
  organization_id bigint references organization,
  territory_id text not null check (char_length(territory_id) between 1 and 100),
  -- Id of the store in the lists; "own/…" of one that no list has.
  store_id text not null check (char_length(store_id) between 1 and 300),
  kind text not null check (
    kind in ('closed', 'opened', 'not_competitor', 'brand', 'sector', 'floor_area', 'moved', 'added')
  ),
  -- Of two corrections of one field of a store the later one is in force.
  field text generated always as (
    case when kind in ('closed', 'opened', 'not_competitor') then 'state' else kind end
  ) stored not null,
  said json not null,
  -- The store as the lists had it; null where none does.
  listed json,
  reason text check (char_length(reason) between 1 and 500),
  -- Null where the operator took it over.
  user_id bigint references app_user,
  -- The correction of an organization that the operator took over.
  taken_from bigint,
  created_at timestamptz not null,
  made_at_revision integer not null,
  undone_at timestamptz,
  undone_by bigint references app_user,
  undone_at_revision integer,
  check ((organization_id is null) = (user_id is null)),
  check ((undone_at is null) = (undone_at_revision is null))
);
create index store_correction_store on store_correction (territory_id, organization_id, store_id, field, id desc);
create index store_correction_organization on store_correction (organization_id, territory_id, id desc);

-- How often the corrections of a territory were changed, and how many are in force.
create table correction_overlay (
  territory_id text not null,
  organization_id bigint references organization,
  revision integer not null,
  in_force integer not null check (in_force >= 0),
  unique nulls not distinct (territory_id, organization_id)
);
