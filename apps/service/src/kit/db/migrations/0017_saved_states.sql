-- The state of an analysis is saved under a number, so that no save replaces one that its author has not seen.
alter table analysis
  add column state_revision integer not null default 1 check (state_revision >= 1),
  -- Null: as the analysis was made.
  add column state_saved_at timestamptz;

-- An organization's owner lists all of its analyses.
create index analysis_updated on analysis (organization_id, updated_at desc, code);
