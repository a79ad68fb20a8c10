-- Analyses: documents of users that keep results of charged runs as versions, and who may read them.

-- Shares with people count only for addresses that are known to be the user's: confirmed by mail, or entered by the
-- operator. Those that exist before this migration were all entered by the operator.
alter table app_user add column email_verified_at timestamptz;
update app_user set email_verified_at = created_at;

-- An analysis belongs to its creator in one organization. Times are whole milliseconds, as answers show them, so that
-- what is sorted here is sorted for the caller too.
create table analysis (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organization,
  user_id bigint not null references app_user,
  code text collate "C" not null unique check (code ~ '^[0-9A-Za-z]{12}$'),
  name text not null check (char_length(name) between 1 and 255),
  state json not null check (json_typeof(state) = 'object'),
  -- Number of the newest version. Whoever stores one takes the lock of this row and the next number.
  last_version_no integer not null default 0 check (last_version_no >= 0),
  share_team boolean not null default false,
  share_organization boolean not null default false,
  share_anyone boolean not null default false,
  anyone_expires_days integer check (anyone_expires_days in (7, 30)),
  anyone_expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((anyone_expires_days is null) = (anyone_expires_at is null)),
  check (share_anyone or anyone_expires_at is null)
);
create index analysis_owner on analysis (organization_id, user_id, updated_at desc, code);
create index analysis_organization on analysis (organization_id, updated_at desc, code) where share_organization;

-- People who may read an analysis, by address; they need not be users yet.
create table analysis_person (
  analysis_id bigint not null references analysis on delete cascade,
  email text collate "C" not null check (email = lower(email) and char_length(email) between 3 and 254),
  primary key (analysis_id, email)
);
create index analysis_person_email on analysis_person (email);

-- Addresses that were told of an analysis. They stay when the share is taken back: nobody is told twice.
create table analysis_notice (
  analysis_id bigint not null references analysis on delete cascade,
  email text collate "C" not null,
  primary key (analysis_id, email)
);

-- Stored runs: the versions of an analysis, and the latest results that a copy was given, which have no number.
create table analysis_run (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organization,
  analysis_id bigint not null references analysis on delete cascade,
  version_no integer check (version_no >= 1),
  -- The charge that it was stored with.
  hold_id bigint unique references credit_hold,
  user_id bigint not null references app_user,
  action_id text not null,
  -- Thousandths of a credit.
  credits_charged bigint not null check (credits_charged >= 0),
  -- The territory that answered, and of its data families those that the action depends on.
  territory_id text not null,
  data_version json not null,
  input json not null,
  state json not null,
  results json not null,
  created_at timestamptz not null,
  unique (analysis_id, version_no),
  check ((version_no is null) = (hold_id is null))
);
create index analysis_run_action on analysis_run (analysis_id, action_id);

create function refuse_run_change() returns trigger language plpgsql as $$
begin
  raise exception 'a stored run never changes';
end
$$;
create trigger analysis_run_unchanged before update on analysis_run
  for each row execute function refuse_run_change();
-- A run goes only with its analysis: then the delete comes from the foreign key, inside another trigger.
create trigger analysis_run_kept before delete on analysis_run
  for each row when (pg_trigger_depth() = 0) execute function refuse_run_change();
