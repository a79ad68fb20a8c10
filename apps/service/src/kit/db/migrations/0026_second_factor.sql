-- A second factor: codes of an app, and recovery codes for the day it is lost. Both are stored encrypted.

alter table app_user add second_factor boolean not null default false;

create table web_second_factor (
  id bigint generated always as identity primary key,
  user_id bigint not null unique references app_user,
  secret text not null,
  recovery_codes text not null,
  -- False until the first code was right; then it is asked for.
  verified boolean not null default false,
  failed_count integer not null default 0,
  locked_until timestamptz
);
