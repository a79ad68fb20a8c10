-- PostgreSQL parses every check of a table anew for each statement that writes to it: a quarter of what a hold and its charge
-- cost. These say what is held elsewhere.
alter table credit_account
  drop constraint credit_account_balance_check; -- 0 <= reserved <= balance + disputed
alter table credit_hold
  drop constraint credit_hold_amount_check, -- 0 <= committed <= amount
  drop constraint credit_hold_idempotency_key_check; -- LIMITS.idempotencyKeyCharacters
-- The check of the books compares each counter with the holds and charges of its scope.
alter table spend_counter drop constraint spend_counter_scope_check;
