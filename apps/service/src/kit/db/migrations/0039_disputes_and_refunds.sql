-- Disputes of a payment, each by its name at the provider, and refunds that failed later.

create table order_dispute (
  id text primary key, -- that of the provider; `before <order>` where it was not kept yet
  order_id bigint not null references credit_order,
  hundredths bigint not null check (hundredths > 0),
  -- Reinstated is final.
  state text not null check (state in ('withdrawn', 'reinstated')),
  noted_at timestamptz not null
);
create index order_dispute_order on order_dispute (order_id);

create table failed_refund (
  id text primary key,
  order_id bigint not null references credit_order,
  hundredths bigint not null check (hundredths > 0),
  failed_at timestamptz not null
);
create index failed_refund_order on failed_refund (order_id);

alter table credit_order
  -- All refunds of the payment, as the provider counted them at a time; failures after that time are to be subtracted.
  add column refunded_hundredths bigint not null default 0 check (refunded_hundredths >= 0),
  add column refunded_at timestamptz,
  -- The part of `refunded` that was there to be taken.
  add column refund_taken bigint not null default 0 check (refund_taken >= 0);

insert into order_dispute (id, order_id, hundredths, state, noted_at)
select 'before ' || id, id,
  greatest(1, coalesce(ceil(disputed::numeric * paid_hundredths / amount), paid_hundredths, 1))::bigint, dispute, now()
from credit_order where dispute is not null;

update credit_order d set
  refunded_hundredths = coalesce(ceil(refunded::numeric * paid_hundredths / amount), 0)::bigint,
  refund_taken = coalesce((
    select -sum(e.amount) from ledger_entry e
    where e.organization_id = d.organization_id and e.operation = 'refund of ' || d.invoice_number), 0)
where refunded > 0;
