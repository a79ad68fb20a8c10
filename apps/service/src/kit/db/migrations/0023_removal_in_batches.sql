-- What a deleted organization leaves behind is removed in batches, whatever its size.

-- The time at which its last row was removed; the row itself stays, since the ledger names it.
alter table organization add column emptied_at timestamptz;
update organization set emptied_at = deleted_at where deleted_at is not null;
create index organization_to_empty on organization (id) where deleted_at is not null and emptied_at is null;

-- A dataset without an organization is deleted, and its rows wait to be removed.
alter table dataset alter column organization_id drop not null;
create index dataset_removed on dataset (id) where organization_id is null;

-- A stored run goes with its analysis, or with its organization.
create or replace function refuse_run_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform from organization where id = old.organization_id and deleted_at is not null;
    if found then return old; end if;
  end if;
  raise exception 'a stored run never changes';
end
$$;
