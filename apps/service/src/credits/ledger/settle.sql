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
  perform move_counters(p_hold, -p_freed, p_charge);
  if p_charge > 0 then
    insert into ledger_entry (organization_id, seq, kind, amount, balance_after, hold_id, part, operation, user_id,
      team_id, api_key_id, api_key_name, month, created_at)
    values (p_hold.organization_id, account.next_seq - 1, 'charge', -p_charge, account.balance, p_hold.id, p_part,
      p_hold.action_id, p_hold.user_id, p_hold.team_id, p_hold.api_key_id,
      (select k.name from api_key k where k.id = p_hold.api_key_id), p_hold.month, p_at);
  end if;
end
$$;
