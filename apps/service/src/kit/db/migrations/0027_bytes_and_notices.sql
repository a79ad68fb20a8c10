-- Bytes of an analysis: its state and the results that are stored with it, as JSON text. Counted from now on.
alter table analysis add column bytes bigint not null default 0 check (bytes >= 0);

-- A notice waits behind mail that its recipient has asked for.
alter table mail_outbox add column notice boolean not null default false;
create index mail_outbox_turn on mail_outbox (notice, due_at, id) where failed_at is null;
