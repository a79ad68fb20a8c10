-- The public address of the service, stored by the processes that listen, read by those that do not.
create table service_address (
  only_one boolean primary key default true check (only_one),
  url text not null check (url <> ''),
  stored_at timestamptz not null
);
