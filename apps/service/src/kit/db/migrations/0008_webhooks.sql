-- Events of organizations, and webhooks: endpoints that events are delivered to.

-- What happened, written in the transaction that made it happen.
create table event (
  id text collate "C" primary key check (id ~ '^evt_[0-9a-f]{32}$'),
  organization_id bigint not null references organization,
  type text not null,
  -- Names what it is about, so that work that is done again does not tell it twice.
  subject text not null,
  -- The envelope as it is sent, byte for byte, at every attempt and to every endpoint.
  body text not null,
  created_at timestamptz not null,
  unique (organization_id, subject)
);
create index event_age on event (created_at);

create table webhook (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organization,
  url text not null,
  description text,
  events text[] not null check (cardinality(events) > 0),
  -- Encrypted. The previous one signs beside it for a while after a rotation.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
  status text not null default 'active' check (status in ('active', 'disabled')),
  consecutive_failures integer not null default 0 check (consecutive_failures >= 0),
  disabled_at timestamptz,
  created_by bigint not null references app_user,
  created_at timestamptz not null,
  check ((status = 'disabled') = (disabled_at is not null)),
  check ((previous_secret is null) = (previous_secret_until is null))
);
create index webhook_organization on webhook (organization_id, id);

-- One event on its way to one endpoint. Made with the event, for the endpoints that are active and listen to it then.
create table webhook_delivery (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhook on delete cascade,
  event_id text collate "C" not null references event,
  status text not null default 'pending' check (status in ('pending', 'retry_scheduled', 'delivered', 'failed')),
  -- Attempts that have ended, and when the next may begin.
  attempts integer not null default 0 check (attempts between 0 and 4),
  due_at timestamptz,
  -- Somebody works on it; whoever finds a lease that has ended repeats the attempt.
  lease_until timestamptz,
  response_code integer,
  error text,
  created_at timestamptz not null,
  last_attempt_at timestamptz,
  ended_at timestamptz,
  unique (webhook_id, event_id),
  check ((status in ('delivered', 'failed')) = (ended_at is not null)),
  check ((ended_at is null) = (due_at is not null)),
  check (ended_at is null or lease_until is null)
);
create index webhook_delivery_due on webhook_delivery (due_at, id) where ended_at is null;
create index webhook_delivery_leased on webhook_delivery (webhook_id) where lease_until is not null;
create index webhook_delivery_listed on webhook_delivery (webhook_id, id desc);
create index webhook_delivery_ended on webhook_delivery (ended_at) where ended_at is not null;
create index webhook_delivery_event on webhook_delivery (event_id);

-- Tells which key the secrets of this database are encrypted with; the key itself is kept elsewhere.
create table secrets_key (
  only_one boolean primary key default true check (only_one),
  fingerprint bytea not null check (octet_length(fingerprint) = 32)
);

-- When each regular task was last begun, so that of several replicas one does it.
create table regular_task (
  name text primary key,
  begun_at timestamptz not null
);
