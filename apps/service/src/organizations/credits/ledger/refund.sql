-- Takes credits back (p_amount below 0), or gives them again. A refund takes no more than is available, so never what is
-- held for runs; a dispute (p_disputed) takes all, whatever is left. Returns the entry, or null where nothing can be
-- taken. p_now null = the clock of the database.
create or replace function refund_credits(p_organization bigint, p_amount bigint, p_disputed boolean, p_operation text,
  p_now timestamptz)
returns ledger_entry
language plpgsql as $$
declare
  account credit_account;
  entry ledger_entry;
  moved bigint := p_amount;
begin
  select * into strict account from credit_account a where a.organization_id = p_organization for update;
  if not p_disputed then moved := greatest(p_amount, least(account.reserved - account.balance, 0)); end if;
  if moved = 0 then return null; end if;
  -- What disputes took is the bound of the balance: it moves first where the balance falls, and last where it rises.
  if p_disputed and moved < 0 then
    update credit_account a set disputed = a.disputed - moved where a.organization_id = p_organization;
  end if;
  entry := post_credits(p_organization, 'refund', moved, p_operation, null, null, p_now);
  if p_disputed and moved > 0 then
    update credit_account a set disputed = a.disputed - moved where a.organization_id = p_organization;
  end if;
  return entry;
end
$$;
