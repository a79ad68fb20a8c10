-- What a run came through, beside the key: api, mcp, web or assistant. A key may be called anything, and is no channel.

alter table credit_hold add column channel text;

-- Calls of agents through keys were not told apart from others, so they count as api.
update credit_hold set channel = case
    when api_key_id is not null then 'api'
    when idempotency_key like 'assistant-%' then 'assistant'
    else 'web' end;

alter table ledger_entry add column channel text;

-- No amount changes, and nothing else of the entries.
alter table ledger_entry disable trigger ledger_entry_append_only;
update ledger_entry e set channel = h.channel from credit_hold h where h.id = e.hold_id;
alter table ledger_entry enable trigger ledger_entry_append_only;

alter table ledger_entry add constraint ledger_entry_channel_check check (kind = 'charge' or channel is null);
