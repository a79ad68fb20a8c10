-- Addresses whose first organization was given starting credits. Only a digest is kept, and it stays when the user goes.
create table starting_credits (
  -- SHA-256 of the address.
  address bytea primary key check (octet_length(address) = 32),
  organization_id bigint not null references organization,
  granted_at timestamptz not null
);
