-- Changes a balance without a hold: a grant, a purchase, a charge for storage. Returns the entry of the ledger.
-- p_month null = the present month; p_now null = the clock of the database.
create or replace function post_credits(p_organization bigint, p_kind text, p_amount bigint, p_operation text,
  p_user bigint, p_month date, p_now timestamptz)
returns ledger_entry
language plpgsql as $$
declare
  account credit_account;
  entry ledger_entry;
  instant timestamptz;
begin
  update credit_account a set balance = a.balance + p_amount, next_seq = a.next_seq + 1
  where a.organization_id = p_organization
  returning * into strict account;
  instant := coalesce(p_now, clock_timestamp());
  insert into ledger_entry (organization_id, seq, kind, amount, balance_after, operation, user_id, month, created_at)
  values (p_organization, account.next_seq - 1, p_kind, p_amount, account.balance, p_operation, p_user,
    coalesce(p_month, date_trunc('month', instant at time zone 'utc')::date), instant)
  returning * into entry;
  return entry;
end
$$;
