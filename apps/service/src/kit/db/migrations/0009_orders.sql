-- Purchases of credits, from the order to the entry in the ledger.

create table credit_order (
  id bigint generated always as identity primary key,
  organization_id bigint not null references credit_account,
  ordered_by bigint not null references app_user,
  -- Thousandths of a credit; whole credits are sold.
  amount bigint not null check (amount > 0 and amount % 1000 = 0),
  -- The buyer's own sign, for their bookkeeping.
  reference text check (char_length(reference) between 1 and 80),
  status text not null default 'open' check (status in ('open', 'confirmed', 'cancelled')),
  -- Who takes the payment, and where the buyer pays, if anywhere.
  provider text not null,
  payment_url text,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- What a confirmed order became.
  invoice_number text unique,
  ledger_seq bigint,
  unique (organization_id, ledger_seq),
  foreign key (organization_id, ledger_seq) references ledger_entry (organization_id, seq),
  check ((status = 'open') = (ended_at is null)),
  check ((status = 'confirmed') = (invoice_number is not null)),
  check ((status = 'confirmed') = (ledger_seq is not null))
);
create index credit_order_organization on credit_order (organization_id, id);
create index credit_order_open on credit_order (id) where status = 'open';

-- The last invoice number of each UTC year: numbers have no gaps.
create table invoice_counter (
  year integer primary key,
  last_number integer not null
);
