-- What a stored run says first, in no language yet, so that lists of analyses have answers without reading results. Runs of
-- earlier versions do not have it.
alter table analysis_run add column said json;
