-- What a member asks the assistant in an organization.
create table conversation (
  id text primary key,
  organization_id bigint not null references organization (id),
  user_id bigint not null references app_user (id),
  title text not null,
  -- The analysis that its runs are stored in, by its code; it may be deleted meanwhile.
  analysis_code text,
  credit_cap integer not null check (credit_cap >= 0),
  -- Numbers of the last event and of the last result.
  last_event integer not null default 0,
  last_result integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null
);
create index conversation_of_user on conversation (organization_id, user_id, updated_at desc, id desc);
create index conversation_by_user on conversation (user_id);
create index conversation_by_end on conversation (expires_at);

-- A question with its answer. While a process works on it, the process has its lease.
create table conversation_turn (
  id text primary key,
  conversation_id text not null references conversation (id) on delete cascade,
  no integer not null,
  state text not null check (state in ('running', 'waiting', 'done', 'failed', 'canceled')),
  question text not null,
  -- What the person had open, as the page sent it.
  looking json,
  -- What the model said and was told, in order.
  messages json not null default '[]',
  parts integer not null default 0,
  tool_calls integer not null default 0,
  model_milliseconds integer not null default 0,
  tokens_in integer not null default 0,
  tokens_out integer not null default 0,
  error_code text,
  error_detail text,
  lease_until timestamptz,
  started_at timestamptz not null,
  ended_at timestamptz,
  unique (conversation_id, no),
  check ((state = 'running') = (lease_until is not null)),
  check ((state in ('running', 'waiting')) = (ended_at is null))
);
create index conversation_turn_running on conversation_turn (lease_until) where lease_until is not null;

-- A result that the model was shown, cut, for figures that refer to it.
create table conversation_result (
  conversation_id text not null references conversation (id) on delete cascade,
  no integer not null,
  tool text not null,
  input json not null,
  result json not null,
  analysis_code text,
  version_no integer,
  primary key (conversation_id, no)
);

-- A charged call that waits for the click of the person: exactly this input, at exactly this price.
create table conversation_card (
  id text primary key,
  conversation_id text not null references conversation (id) on delete cascade,
  turn_id text not null references conversation_turn (id) on delete cascade,
  -- Place of the card among the parts of its turn.
  part integer not null,
  -- The card whose price had changed.
  replaces text,
  -- The model's own name for the call.
  call_id text not null,
  action_id text not null,
  tool text not null,
  input json not null,
  input_digest bytea not null,
  quoted_credits integer not null check (quoted_credits >= 0),
  lines json not null,
  balance_after double precision not null,
  state text not null check (state in ('open', 'running', 'done', 'failed', 'declined', 'expired')),
  -- What the model is told of its end.
  told text,
  detail text,
  result_no integer,
  analysis_code text,
  version_no integer,
  expires_at timestamptz not null
);
create index conversation_card_of on conversation_card (conversation_id);
create index conversation_card_open on conversation_card (expires_at) where state = 'open';

-- What the page is told, in order: parts of answers follow from these rows alone.
create table conversation_event (
  conversation_id text not null references conversation (id) on delete cascade,
  no integer not null,
  event text not null,
  data json not null,
  primary key (conversation_id, no)
);
