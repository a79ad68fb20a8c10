-- The sentence about the payment that the operator got last, so that it comes once.
alter table credit_order add column reported text;
