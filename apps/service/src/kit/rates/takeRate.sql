-- Takes one call from each policy, or from none when one of them is used up. One row per policy: how many calls are left
-- afterwards, and after how many milliseconds the next ones come back. Policies are locked in the order given: callers
-- keep one fixed order. p_now_ms null = the clock of the database.
create or replace function take_rate(p_key bigint, p_policies text[], p_quotas integer[], p_window_ms bigint, p_now_ms bigint)
returns table (policy text, taken boolean, remaining integer, reset_ms bigint)
language plpgsql as $$
declare
  i integer;
  w rate_window;
  windows rate_window[] := '{}';
  now_ms bigint;
  used integer[] := '{}';
  allowed boolean := true;
  last integer;
begin
  for i in 1 .. cardinality(p_policies) loop
    select * into w from rate_window r where r.api_key_id = p_key and r.policy = p_policies[i] for update;
    if not found then
      insert into rate_window (api_key_id, policy) values (p_key, p_policies[i]) on conflict do nothing;
      select * into w from rate_window r where r.api_key_id = p_key and r.policy = p_policies[i] for update;
    end if;
    windows := windows || w;
  end loop;
  -- Read after the locks, so that calls are in the order of their times.
  now_ms := coalesce(p_now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint);

  for i in 1 .. cardinality(p_policies) loop
    w := windows[i];
    while cardinality(w.calls) > 0 and w.last_call_ms[1] <= now_ms - p_window_ms loop
      w.last_call_ms := w.last_call_ms[2:];
      w.calls := w.calls[2:];
    end loop;
    -- Calls more than a second ahead were counted before the clock went back.
    while cardinality(w.calls) > 0 and w.last_call_ms[cardinality(w.calls)] > now_ms + 1000 loop
      w.last_call_ms := w.last_call_ms[:cardinality(w.calls) - 1];
      w.calls := w.calls[:cardinality(w.calls) - 1];
    end loop;
    windows[i] := w;
    used := used || (select coalesce(sum(n), 0)::integer from unnest(w.calls) n);
    allowed := allowed and used[i] < p_quotas[i];
  end loop;

  for i in 1 .. cardinality(p_policies) loop
    w := windows[i];
    if allowed then
      last := cardinality(w.calls);
      if last > 0 and w.last_call_ms[last] / 1000 = now_ms / 1000 then
        w.last_call_ms[last] := now_ms;
        w.calls[last] := w.calls[last] + 1;
      else
        w.last_call_ms := w.last_call_ms || now_ms;
        w.calls := w.calls || 1;
      end if;
      update rate_window r set last_call_ms = w.last_call_ms, calls = w.calls
      where r.api_key_id = p_key and r.policy = p_policies[i];
    end if;
    policy := p_policies[i];
    taken := allowed;
    remaining := greatest(p_quotas[i] - used[i] - (case when allowed then 1 else 0 end), 0);
    reset_ms := coalesce(w.last_call_ms[1] + p_window_ms - now_ms, 0);
    return next;
  end loop;
end
$$;
