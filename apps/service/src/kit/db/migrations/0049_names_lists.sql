-- Inputs name the datasets that their lists are from. Runs from before hold the rows, and do not tell whose they are.
alter table analysis_run add column names_lists boolean not null default false;
