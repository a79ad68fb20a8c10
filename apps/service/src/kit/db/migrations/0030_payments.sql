-- Orders that are paid at a provider, credits that are taken back, and mails before anything is owed.

alter table credit_order
  -- Price in hundredths of the currency, before taxes that are added; null where none was shown.
  add column price_hundredths bigint check (price_hundredths > 0),
  add column currency text check (currency ~ '^[a-z]{3}$'),
  -- What was paid in the end, with taxes.
  add column paid_hundredths bigint check (paid_hundredths > 0),
  -- The checkout at the provider, and the payment that it became.
  add column checkout text unique,
  add column payment text unique,
  -- Credits whose money was returned. Of those that were spent by then, none could be taken back.
  add column refunded bigint not null default 0 check (refunded >= 0),
  -- The last that is known of a dispute, and the credits that it took. Reinstated is final.
  add column dispute text check (dispute in ('withdrawn', 'reinstated')),
  add column disputed bigint not null default 0 check (disputed >= 0),
  add constraint credit_order_price_check check ((price_hundredths is null) = (currency is null)),
  add constraint credit_order_returned_check check (refunded + disputed <= amount),
  add constraint credit_order_returned_check1 check (status = 'confirmed' or refunded + disputed = 0);

alter table credit_account
  -- Credits that disputes took and did not give back. The balance may be below 0 by so much and no more.
  add column disputed bigint not null default 0 check (disputed >= 0),
  drop constraint credit_account_balance_check,
  drop constraint credit_account_check,
  add constraint credit_account_balance_check check (balance + disputed >= 0),
  add constraint credit_account_check check (reserved <= balance + disputed);

alter table ledger_entry
  drop constraint ledger_entry_balance_after_check,
  drop constraint ledger_entry_kind_check,
  add constraint ledger_entry_kind_check
    check (kind in ('purchase', 'grant', 'charge', 'storage', 'adjustment', 'refund'));

alter table organization
  -- Available credits below which its people get a mail, once until there are as many again; null = never.
  add column low_credits bigint check (low_credits > 0),
  add column low_credits_noticed_at timestamptz,
  -- When its people were told that the free storage is nearly used.
  add column storage_noticed_at timestamptz;

-- When the organization was told that its credits will not cover the month.
alter table storage_month add column noticed_at timestamptz;
