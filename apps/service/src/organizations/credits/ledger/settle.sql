-- Takes credits out of a hold's reservation (p_freed), and charges some or none of them (p_charge) as one part of its
-- work: the balance, the counters and the ledger move together. A charge of 0 leaves no entry. The row of the hold has
-- been changed before. Requires the lock of the account.
create or replace function settle_hold(p_hold credit_hold, p_part integer, p_charge bigint, p_freed bigint,
  p_at timestamptz)
returns void
language plpgsql as $$
declare
  account credit_account;
begin
  update credit_account a
  set balance = a.balance - p_charge, reserved = a.reserved - p_freed,
    next_seq = a.next_seq + case when p_charge > 0 then 1 else 0 end
  where a.organization_id = p_hold.organization_id
  returning * into account;
  -- The counters are there since the hold. The conflict finds each by its key, where an update with a join would read all of the month.
  insert into spend_counter as c (organization_id, scope, scope_id, month)
  select p_hold.organization_id, s.scope, s.scope_id, p_hold.month
  from (values ('team', p_hold.team_id), ('user', p_hold.user_id), ('api_key', p_hold.api_key_id)) as s (scope, scope_id)
  where s.scope_id is not null
  on conflict (organization_id, scope, scope_id, month)
    do update set reserved = c.reserved - p_freed, committed = c.committed + p_charge;
  if p_charge > 0 then
    insert into ledger_entry (organization_id, seq, kind, amount, balance_after, hold_id, part, operation, user_id,
      team_id, api_key_id, api_key_name, channel, month, created_at)
    values (p_hold.organization_id, account.next_seq - 1, 'charge', -p_charge, account.balance, p_hold.id, p_part,
      p_hold.action_id, p_hold.user_id, p_hold.team_id, p_hold.api_key_id,
      (select k.name from api_key k where k.id = p_hold.api_key_id),
      -- A process of the version before says none.
      coalesce(p_hold.channel, case when p_hold.api_key_id is null then 'web' else 'api' end), p_hold.month, p_at);
  end if;
end
$$;
