-- The name says what is counted: how often a job was claimed since its last progress.
alter table job rename column fruitless to claims_without_progress;
