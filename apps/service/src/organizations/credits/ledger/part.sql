-- Charges one part of a hold's work and leaves the hold open. Returns false, and changes nothing, where the hold has ended
-- or has too little left. p_charge is above 0; p_now null = the clock of the database.
create or replace function charge_part(p_organization bigint, p_hold bigint, p_part integer, p_charge bigint,
  p_now timestamptz)
returns boolean
language plpgsql as $$
declare
  hold credit_hold;
begin
  perform from credit_account a where a.organization_id = p_organization for update;
  update credit_hold h set committed = h.committed + p_charge
  where h.id = p_hold and h.organization_id = p_organization and h.state = 'held' and h.committed + p_charge <= h.amount
  returning * into hold;
  if not found then return false; end if;
  perform settle_hold(hold, p_part, p_charge, p_charge, coalesce(p_now, clock_timestamp()));
  return true;
end
$$;
