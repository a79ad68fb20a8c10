-- The digest of the functions that were last created from the sources, see db/functions.ts.
create table sql_functions (
  only_one boolean primary key default true check (only_one),
  digest bytea not null check (octet_length(digest) = 32)
);
