-- Credits. Amounts are thousandths of a credit (1000 = one credit).
-- Lock order: the row of credit_account first, always. Whatever a hold touches belongs to that organization, so holding
-- this one row makes each operation alone on its organization, and deadlocks impossible.

create table credit_account (
  organization_id bigint primary key references organization,
  balance bigint not null default 0 check (balance >= 0),
  -- Sum of open holds.
  reserved bigint not null default 0 check (reserved >= 0),
  -- Number of the next ledger entry.
  next_seq bigint not null default 1,
  check (reserved <= balance)
);

-- What a scope may spend in a UTC calendar month. A null limit, or no row, means unlimited; 0 blocks every charged run.
create table spend_limit (
  organization_id bigint not null references credit_account,
  scope text not null check (scope in ('team', 'user', 'api_key')),
  scope_id bigint not null,
  monthly_limit bigint check (monthly_limit >= 0),
  -- Holds from before may exceed a limit that was lowered; later ones never do.
  set_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, scope, scope_id)
);

create table spend_counter (
  organization_id bigint not null references credit_account,
  scope text not null check (scope in ('team', 'user', 'api_key')),
  scope_id bigint not null,
  month date not null check (extract(day from month) = 1),
  reserved bigint not null default 0 check (reserved >= 0),
  committed bigint not null default 0 check (committed >= 0),
  primary key (organization_id, scope, scope_id, month)
);

create type hold_state as enum ('held', 'committed', 'released');

-- Credits set aside for a run. A hold ends exactly once: committed (in part or in full) or released.
create table credit_hold (
  id bigint generated always as identity primary key,
  organization_id bigint not null references credit_account,
  user_id bigint not null references app_user,
  team_id bigint references team,
  api_key_id bigint references api_key, -- null: the web app or the assistant
  action_id text not null,
  idempotency_key text check (char_length(idempotency_key) between 1 and 80),
  -- SHA-256 of what was asked, to tell a repeat from another request under the same key.
  fingerprint bytea,
  month date not null check (extract(day from month) = 1),
  amount bigint not null check (amount >= 0),
  committed bigint not null default 0 check (committed >= 0 and committed <= amount),
  state hold_state not null default 'held',
  -- A running worker keeps moving this forward; past it the hold is released by whoever notices.
  lease_until timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'held') = (ended_at is null)),
  check (state <> 'released' or committed = 0),
  check ((idempotency_key is null) = (fingerprint is null))
);
-- A key belongs to the hold that runs or has charged; a released one sets it free. Keys never expire.
create unique index credit_hold_idempotency on credit_hold (organization_id, idempotency_key)
  where idempotency_key is not null and state <> 'released';
create index credit_hold_lease on credit_hold (lease_until) where state = 'held';
create index credit_hold_scope on credit_hold (organization_id, month);

-- Every movement of a balance, in order and for good.
create table ledger_entry (
  organization_id bigint not null references credit_account,
  -- 1, 2, 3, … without gaps per organization.
  seq bigint not null,
  kind text not null check (kind in ('purchase', 'grant', 'charge', 'storage', 'adjustment')),
  amount bigint not null check (amount <> 0),
  balance_after bigint not null check (balance_after >= 0),
  hold_id bigint references credit_hold,
  -- Part of the hold's work: 0 for a run, the point's index in a batch.
  part integer check (part >= 0),
  -- The action of a charge, else what was done.
  operation text not null,
  user_id bigint references app_user,
  team_id bigint references team,
  api_key_id bigint references api_key,
  -- As it was called at the time.
  api_key_name text,
  month date not null check (extract(day from month) = 1),
  created_at timestamptz not null,
  primary key (organization_id, seq),
  unique (hold_id, part),
  check ((kind = 'charge') = (hold_id is not null)),
  check ((kind = 'charge') = (part is not null)),
  check (kind <> 'charge' or amount < 0),
  check (kind not in ('purchase', 'grant') or amount > 0)
);
create index ledger_entry_month on ledger_entry (organization_id, month);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function refuse_change();

-- One row per violation; empty as long as the books are right.
create view credit_invariants (organization_id, invariant, detail) as
with
  entries as (
    select organization_id, sum(amount) as total, count(*) as entries, max(seq) as last_seq
    from ledger_entry group by organization_id
  ),
  open_holds as (
    select organization_id, sum(amount - committed) as reserved
    from credit_hold where state = 'held' group by organization_id
  ),
  chained as (
    select organization_id, seq, balance_after,
      coalesce(lag(balance_after) over (partition by organization_id order by seq), 0) + amount as expected
    from ledger_entry
  ),
  charged as (
    select hold_id, -sum(amount) as charged from ledger_entry where kind = 'charge' group by hold_id
  ),
  scoped_holds as (
    select h.organization_id, s.scope, s.scope_id, h.month, h.state, h.amount, h.committed, h.created_at
    from credit_hold h
    cross join lateral (values ('team', h.team_id), ('user', h.user_id), ('api_key', h.api_key_id)) as s (scope, scope_id)
    where s.scope_id is not null
  ),
  scoped_charges as (
    select e.organization_id, s.scope, s.scope_id, e.month, -sum(e.amount) as committed
    from ledger_entry e
    cross join lateral (values ('team', e.team_id), ('user', e.user_id), ('api_key', e.api_key_id)) as s (scope, scope_id)
    where e.kind = 'charge' and s.scope_id is not null
    group by 1, 2, 3, 4
  ),
  scoped_open as (
    select organization_id, scope, scope_id, month, sum(amount - committed) as reserved
    from scoped_holds where state = 'held' group by 1, 2, 3, 4
  ),
  counted as (
    select organization_id, scope, scope_id, month,
      coalesce(c.reserved, 0) as counter_reserved, coalesce(o.reserved, 0) as open_reserved,
      coalesce(c.committed, 0) as counter_committed, coalesce(l.committed, 0) as ledger_committed
    from spend_counter c
    full join scoped_open o using (organization_id, scope, scope_id, month)
    full join scoped_charges l using (organization_id, scope, scope_id, month)
  )
select a.organization_id, 'balance is the sum of the ledger',
  format('balance %s, ledger %s', a.balance, coalesce(e.total, 0))
from credit_account a left join entries e using (organization_id)
where a.balance <> coalesce(e.total, 0)
union all
select a.organization_id, 'reserved is the sum of open holds',
  format('reserved %s, open holds %s', a.reserved, coalesce(o.reserved, 0))
from credit_account a left join open_holds o using (organization_id)
where a.reserved <> coalesce(o.reserved, 0)
union all
select a.organization_id, 'entries are numbered without gaps',
  format('%s entries, last %s, next %s', coalesce(e.entries, 0), coalesce(e.last_seq, 0), a.next_seq)
from credit_account a left join entries e using (organization_id)
where coalesce(e.entries, 0) <> a.next_seq - 1 or coalesce(e.last_seq, 0) <> a.next_seq - 1
union all
select organization_id, 'balance_after is chained',
  format('entry %s says %s instead of %s', seq, balance_after, expected)
from chained where balance_after <> expected
union all
select h.organization_id, 'a hold has committed what the ledger charged for it',
  format('hold %s says %s, ledger %s', h.id, h.committed, coalesce(c.charged, 0))
from credit_hold h left join charged c on c.hold_id = h.id
where h.committed <> coalesce(c.charged, 0)
union all
select organization_id, 'a counter is its open holds and charges',
  format('%s %s in %s: reserved %s, open holds %s; committed %s, ledger %s', scope, scope_id, month,
    counter_reserved, open_reserved, counter_committed, ledger_committed)
from counted where counter_reserved <> open_reserved or counter_committed <> ledger_committed
union all
select l.organization_id, 'no hold passes the limit of its month',
  format('%s %s in %s: %s of %s', l.scope, l.scope_id, h.month, h.spent, l.monthly_limit)
from spend_limit l
join lateral (
  select s.month, sum(case s.state when 'committed' then s.committed when 'held' then s.amount else 0 end) as spent
  from scoped_holds s
  where s.organization_id = l.organization_id and s.scope = l.scope and s.scope_id = l.scope_id
    and s.created_at >= l.set_at
  group by s.month
) h on h.spent > l.monthly_limit;
