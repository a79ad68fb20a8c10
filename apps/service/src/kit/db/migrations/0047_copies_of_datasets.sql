-- The datasets that a job or a stored run has rows of, so that who deletes a dataset can delete these with it. Those of earlier
-- versions do not say it.
alter table job add column dataset_ids text[] not null default '{}';
update job set dataset_ids = array[dataset_id] where action_id = 'enrich.dataset';
create index job_copies on job using gin (dataset_ids) where dataset_ids <> '{}';

alter table analysis_run add column dataset_ids text[] not null default '{}';
create index analysis_run_copies on analysis_run using gin (dataset_ids) where dataset_ids <> '{}';

-- A stored run goes with its analysis, with its organization, or with a dataset that it has rows of.
create or replace function refuse_run_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.dataset_ids <> '{}' and current_setting('hinterland.erases_copies', true) = 'yes' then return old; end if;
    perform from organization where id = old.organization_id and deleted_at is not null;
    if found then return old; end if;
  end if;
  raise exception 'a stored run never changes';
end
$$;
