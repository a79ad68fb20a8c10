-- Mail to be sent. Written in the transaction that gives the reason for it, sent by whichever replica is first, and gone
-- from here once it was handed over.

create table mail_outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  -- Not before this time. Whoever works on it moves it ahead, so that nobody else does until then.
  due_at timestamptz not null,
  -- Given up; kept for the operator, with the last error.
  failed_at timestamptz,
  error text
);
create index mail_outbox_due on mail_outbox (due_at) where failed_at is null;
