-- Who did what, from where and when: written in the transaction of the deed, never changed.

create table audit_entry (
  id bigint generated always as identity primary key,
  -- Null = about a user's own account.
  organization_id bigint references organization,
  -- Null = the operator.
  user_id bigint references app_user,
  -- Null = in the web app, or by the operator.
  api_key_id bigint references api_key,
  deed text not null check (deed ~ '^[a-z_]+\.[a-z_]+$'),
  subject_id text,
  -- Its name at that time; null for users, who are named by their number.
  subject_name text,
  details jsonb,
  -- Network address of the request; null = the operator.
  address text,
  created_at timestamptz not null
);
create index audit_entry_organization on audit_entry (organization_id, id desc) where organization_id is not null;
create index audit_entry_user on audit_entry (user_id, id desc);

create trigger audit_entry_append_only before update or truncate on audit_entry
  for each statement execute function refuse_change();
-- Retention removes what is older than two years, and nothing else can be removed.
create trigger audit_entry_kept before delete on audit_entry
  for each row when (old.created_at > clock_timestamp() - interval '2 years') execute function refuse_change();
