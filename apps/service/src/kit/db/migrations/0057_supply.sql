-- Changes of stores that an organization wants to be told of.
create table supply_subscription (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organization,
  user_id bigint not null references app_user,
  territory_id text not null check (char_length(territory_id) between 1 and 100),
  name text not null check (char_length(name) between 1 and 120),
  -- Input of markets.changes without "since".
  question json not null,
  mail boolean not null,
  language text not null,
  -- Version of the stores up to which changes were told.
  seen text not null,
  -- What was told last; null before the first.
  last json,
  -- Versions between which nothing could be told; null for none.
  untold json,
  created_at timestamptz not null,
  -- Until when the process that compares lists for it has it for itself.
  claimed_until timestamptz
);
create index supply_subscription_organization on supply_subscription (organization_id, id);
create index supply_subscription_territory on supply_subscription (territory_id, seen);
