-- Datasets in the web app: whether an action that reads one leaves out its rows without a place, and when one last did.
alter table dataset
  add column leaves_out_unplaced boolean not null default false,
  add column used_at timestamptz;
