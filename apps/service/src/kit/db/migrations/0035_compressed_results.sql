-- Results of items, compressed by the thread that computed them. Kept as they are: the database would find nothing left to
-- compress. Items of the version before have theirs in `result`.
alter table job_item
  add column result_gzip bytea check (status = 'done' or result_gzip is null);
alter table job_item alter column result_gzip set storage external;
