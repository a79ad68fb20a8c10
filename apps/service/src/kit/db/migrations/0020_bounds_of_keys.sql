-- Keys that end at a time, work from some networks only, and are renewed while the secret before still works.

alter table api_key
  add expires_at timestamptz,
  -- Null = from anywhere.
  add networks cidr[] check (cardinality(networks) > 0),
  -- The secret before the last rotation, and until when it works.
  add previous_public_id text unique check (previous_public_id ~ '^[0-9A-Za-z]{8}$'),
  add previous_digest bytea check (octet_length(previous_digest) = 32),
  add previous_until timestamptz,
  add check (num_nulls(previous_public_id, previous_digest, previous_until) in (0, 3));
