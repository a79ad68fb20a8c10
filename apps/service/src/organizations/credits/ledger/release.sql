-- Ends a hold without a charge. Returns false where it had ended before: a hold ends exactly once. With p_only_expired, a
-- hold whose lease was renewed in the meantime stays. p_now null = the clock of the database.
create or replace function release_hold(p_organization bigint, p_hold bigint, p_only_expired boolean,
  p_now timestamptz)
returns boolean
language plpgsql as $$
declare
  hold credit_hold;
  instant timestamptz;
begin
  perform from credit_account a where a.organization_id = p_organization for update;
  instant := coalesce(p_now, clock_timestamp());
  update credit_hold h set state = 'released', ended_at = instant
  where h.id = p_hold and h.organization_id = p_organization and h.state = 'held'
    and (not p_only_expired or h.lease_until < instant)
  returning * into hold;
  if not found then return false; end if;
  perform settle_hold(hold, null, 0, hold.amount, instant);
  return true;
end
$$;
