-- Sign-in for the web app, and invitations into organizations.

-- The sign-in library sees a verified address as a boolean; the time stays the one source of it.
alter table app_user
  add column email_verified boolean not null default false,
  add column image text,
  add column updated_at timestamptz not null default clock_timestamp();
update app_user set email_verified = email_verified_at is not null;
create function note_verified_email() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.email_verified_at is distinct from old.email_verified_at then
    null; -- the time was set, and decides
  elsif new.email_verified and new.email_verified_at is null then
    new.email_verified_at := clock_timestamp();
  end if;
  new.email_verified := new.email_verified_at is not null;
  return new;
end
$$;
create trigger app_user_verified before insert or update on app_user
  for each row execute function note_verified_email();

-- How a user signs in. Columns beside the password are the library's, for providers that are not in use.
create table web_credential (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  account_id text not null,
  provider_id text not null,
  -- Derived by scrypt, with its parameters and salt.
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (user_id, provider_id)
);

create table web_session (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  -- SHA-256 of the token in the cookie, in hexadecimal digits.
  token text not null unique check (token ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  -- Chosen by the user; counts only while they are a member of it.
  active_organization_id bigint references organization,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index web_session_user on web_session (user_id);

-- Tokens of links that reset a password.
create table web_verification (
  id bigint generated always as identity primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index web_verification_identifier on web_verification (identifier);

-- Signs cookies and links; one for all replicas.
create table web_secret (
  only_one boolean primary key default true check (only_one),
  secret text not null check (char_length(secret) >= 32)
);

-- Recent attempts to sign in or to have mail sent, by what they are counted against (a digest).
create table attempt_window (
  subject bytea primary key check (octet_length(subject) = 32),
  times timestamptz[] not null,
  expires_at timestamptz not null
);
create index attempt_window_expiry on attempt_window (expires_at);

-- Pending invitations; one that was accepted or revoked is deleted.
create table invitation (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organization,
  email text not null check (email = lower(email) and char_length(email) between 3 and 254),
  role text not null check (role in ('owner', 'admin', 'member')),
  team_id bigint,
  invited_by bigint not null references app_user,
  -- SHA-256 of the token in the mail.
  digest bytea not null unique check (octet_length(digest) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (organization_id, email),
  foreign key (organization_id, team_id) references team (organization_id, id)
);
