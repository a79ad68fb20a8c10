-- Sign-in by an identity provider: the time at which a session that it vouched for ends, and one user for each of its subjects.
alter table web_session add column ends_at timestamptz;
create unique index web_credential_provider on web_credential (account_id) where provider_id = 'oidc';
