-- Who there is: organizations, their teams, users and their place in an organization, and the keys that act for users.

create table organization (
  id bigint generated always as identity primary key,
  name text not null unique check (char_length(name) between 1 and 255),
  created_at timestamptz not null default clock_timestamp()
);

create table team (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organization,
  name text not null check (char_length(name) between 1 and 255),
  created_at timestamptz not null default clock_timestamp(),
  unique (organization_id, name),
  unique (organization_id, id)
);

create table app_user (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  name text not null check (char_length(name) between 1 and 255),
  created_at timestamptz not null default clock_timestamp()
);

-- A user may belong to several organizations. Without a row here, the user's keys in that organization are void.
create table membership (
  organization_id bigint not null references organization,
  user_id bigint not null references app_user,
  role text not null check (role in ('owner', 'admin', 'member')),
  -- May buy credits for the organization.
  billing boolean not null default false,
  team_id bigint,
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, user_id),
  foreign key (organization_id, team_id) references team (organization_id, id)
);
create index membership_user on membership (user_id);
create index membership_team on membership (organization_id, team_id);

-- Only a digest of a key is kept; `public_id` is the part that finds the row, shown in `prefix`.
create table api_key (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organization,
  user_id bigint not null references app_user,
  name text not null check (char_length(name) between 1 and 255),
  public_id text not null unique check (public_id ~ '^[0-9A-Za-z]{8}$'),
  prefix text not null,
  -- SHA-256 of the whole key.
  digest bytea not null check (octet_length(digest) = 32),
  scopes text[] not null check (scopes <@ array['read', 'run', 'manage'] and 'read' = any (scopes)),
  created_at timestamptz not null default clock_timestamp(),
  -- Exact to the minute: a key in constant use does not write at every call.
  last_used_at timestamptz,
  revoked_at timestamptz,
  unique (organization_id, user_id, name)
);
