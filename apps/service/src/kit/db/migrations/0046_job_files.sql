-- Jobs that enrich a dataset: they have a price, as batches do, and their results are files in a store, which are removed later.
alter table job
  add column files_deleted_at timestamptz,
  drop constraint job_dataset_check,
  add constraint job_dataset_check check (
    case
      when dataset_id is null or action_id = 'enrich.dataset' then quote is not null and total >= 1
      else max_credits = 0
    end
  );
create index job_files on job (id) where action_id = 'enrich.dataset' and files_deleted_at is null;
