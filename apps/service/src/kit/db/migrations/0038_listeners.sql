-- Whom an event is about, and whether plain members of an organization may have webhooks, each for what is their own.
alter table event add column user_id bigint; -- null of events from before
alter table organization add column webhooks_open boolean not null default false;
