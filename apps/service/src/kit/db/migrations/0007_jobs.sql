-- Background jobs: the queue, its leases, and what became of each item.

create table job (
  id text collate "C" primary key check (id ~ '^job_[0-9A-HJKMNP-TV-Z]{26}$'),
  organization_id bigint not null references organization,
  user_id bigint not null references app_user,
  team_id bigint references team,
  api_key_id bigint references api_key, -- null: the web app or the assistant
  action_id text not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'stopped', 'failed')),
  -- Input of the action, parsed.
  input json not null,
  -- The territory that the job was quoted on, and the versions of its data when work on it last began.
  territory_id text not null,
  data_version json not null,
  -- The analysis that the caller named, as they sent it.
  analysis_code text,
  quote json not null,
  -- Thousandths of a credit.
  max_credits bigint not null check (max_credits >= 0),
  credits_charged bigint not null default 0 check (credits_charged >= 0),
  -- Items, and what became of them so far.
  total integer not null check (total >= 1),
  done integer not null default 0,
  failed integer not null default 0,
  skipped integer not null default 0,
  stop_reason text,
  error json,
  -- Whoever works on it has written its token here and keeps moving the time ahead; past it, anyone may take over.
  lease_token text,
  lease_until timestamptz,
  -- How often it was taken up since an item was last finished.
  fruitless integer not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- Results are deleted some time after the end; the job stays.
  results_deleted_at timestamptz,
  check ((status in ('queued', 'running')) = (finished_at is null)),
  check (credits_charged <= max_credits),
  check (done >= 0 and failed >= 0 and skipped >= 0 and done + failed + skipped <= total),
  check (finished_at is null or done + failed + skipped = total)
);
create index job_waiting on job (created_at) where finished_at is null;
create index job_owner on job (organization_id, user_id, created_at desc);
create index job_expiring on job (finished_at) where results_deleted_at is null;

-- Items that have come to an end, each written in the transaction of its charge.
create table job_item (
  job_id text not null references job on delete cascade,
  index integer not null check (index >= 0),
  status text not null check (status in ('done', 'failed', 'skipped')),
  -- Why it is not done: a word for programs, a sentence for people.
  reason text,
  detail text,
  -- Thousandths of a credit.
  credits_charged bigint not null default 0 check (credits_charged >= 0),
  -- A few figures of the result, and the result as JSON text.
  summary json,
  result text,
  primary key (job_id, index),
  check ((status = 'done') = (reason is null)),
  check (status = 'done' or (credits_charged = 0 and result is null))
);

-- A job has one open hold at a time; its lease never ends, since the job has its own.
alter table credit_hold add column job_id text references job;
create unique index credit_hold_job_open on credit_hold (job_id) where state = 'held';
create index credit_hold_job on credit_hold (job_id) where job_id is not null;
