-- What datasets take up, and the monthly charge for it.

-- One row per organization and UTC month in which it had anything stored.
create table storage_month (
  organization_id bigint not null references credit_account,
  month date not null check (extract(day from month) = 1),
  -- Sum of hourly samples: bytes times hours.
  byte_hours bigint not null check (byte_hours >= 0),
  -- The hour of the last sample: each hour counts once.
  sampled_hour timestamptz not null,
  -- Once the month is over: charged, found free, or given up with the datasets.
  settled_at timestamptz,
  primary key (organization_id, month)
);
create index storage_month_open on storage_month (organization_id, month) where settled_at is null;

-- The month of such an entry is the one in which was stored.
create unique index ledger_entry_storage on ledger_entry (organization_id, month) where kind = 'storage';
alter table ledger_entry add constraint ledger_entry_storage_check check (kind <> 'storage' or amount < 0);

alter table organization
  -- Since when storage is unpaid and datasets cannot be used, and when the week until their deletion was announced.
  add column datasets_suspended_at timestamptz,
  add column datasets_notice_at timestamptz,
  add constraint organization_notice_check check (datasets_notice_at is null or datasets_suspended_at is not null);
