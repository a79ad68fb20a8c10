-- Ends a hold whose parts were charged one by one, and frees what is left of it. A hold without any charge counts as
-- released, which frees its idempotency key, unless p_keep says that its work was done. Does nothing where it has ended.
-- p_now null = the clock of the database.
create or replace function end_hold(p_organization bigint, p_hold bigint, p_keep boolean, p_now timestamptz)
returns void
language plpgsql as $$
declare
  hold credit_hold;
begin
  perform from credit_account a where a.organization_id = p_organization for update;
  update credit_hold h
  set state = case when h.committed > 0 or p_keep then 'committed'::hold_state else 'released'::hold_state end,
    ended_at = coalesce(p_now, clock_timestamp())
  where h.id = p_hold and h.organization_id = p_organization and h.state = 'held'
  returning * into hold;
  if found then perform settle_hold(hold, null, 0, hold.amount - hold.committed, hold.ended_at); end if;
end
$$;
