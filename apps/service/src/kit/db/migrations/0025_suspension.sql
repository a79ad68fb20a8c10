-- While it is set, the organization's keys are refused, and its members change nothing.
alter table organization add column suspended_at timestamptz;
