-- Charges a hold as a whole (part 0 of its work) and ends it. Returns when that was, or null where the hold is no longer
-- open. p_now null = the clock of the database.
create or replace function commit_hold(p_organization bigint, p_hold bigint, p_charge bigint, p_now timestamptz)
returns timestamptz
language plpgsql as $$
declare
  hold credit_hold;
begin
  perform from credit_account a where a.organization_id = p_organization for update;
  update credit_hold h set state = 'committed', committed = p_charge, ended_at = coalesce(p_now, clock_timestamp())
  where h.id = p_hold and h.organization_id = p_organization and h.state = 'held'
  returning * into hold;
  if not found then return null; end if;
  perform settle_hold(hold, 0, p_charge, hold.amount, hold.ended_at);
  return hold.ended_at;
end
$$;
