-- Mails with a token in a link are kept encrypted while they wait: a reader of the database cannot follow the link.

alter table mail_outbox
  alter body drop not null,
  add sealed bytea,
  -- A mail that was given up keeps neither.
  add check (num_nonnulls(body, sealed) = 1 or failed_at is not null);
