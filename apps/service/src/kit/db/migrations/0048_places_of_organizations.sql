-- The organization that a place was added for; null where the operator added it, and in rows of earlier versions.
alter table place_job add column organization_id bigint references organization (id);
create index place_job_organization on place_job (organization_id) where organization_id is not null;
