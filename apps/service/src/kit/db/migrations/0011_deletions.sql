-- Organizations and teams that were deleted. Their rows stay, since the ledger names them for good; their names are free.

alter table organization add column deleted_at timestamptz;
alter table organization drop constraint organization_name_key;
create unique index organization_name on organization (name) where deleted_at is null;

alter table team add column deleted_at timestamptz;
alter table team drop constraint team_organization_id_name_key;
create unique index team_name on team (organization_id, name) where deleted_at is null;
