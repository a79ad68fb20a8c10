-- Notes what a process has of its territories, and answers for each what is in force for all processes, and what comes into force in
-- how many milliseconds, if anything does. Processes that were seen within p_live_seconds take part.
--
-- New data get their moment once every process that has the territory offers them, or p_patience_seconds after the first one did; at
-- once where nobody has what is in force, or one process is alone. New means that they came to a running process after what
-- is in force had, or that a process started with data that were never in force: one that starts with older data takes nobody back.
-- p_now null = the clock of the database.
create or replace function agree_on_territories(p_process text, p_territories text[], p_serves text[], p_offers text[],
  p_had_at_start boolean[], p_live_seconds double precision, p_lead_seconds double precision, p_patience_seconds double precision,
  p_now timestamptz)
returns table (territory text, fingerprint text, next_fingerprint text, next_milliseconds double precision)
language plpgsql as $$
#variable_conflict use_column
declare
  instant timestamptz;
  place integer;
  present territory_version;
  coming territory_version;
  live bigint;
  serving bigint;
  candidate record;
begin
  perform pg_advisory_xact_lock(x'74657272'::integer);
  instant := coalesce(p_now, clock_timestamp());
  delete from territory_replica r where r.seen_at < instant - make_interval(secs => p_live_seconds)
    or r.process = p_process and r.territory <> all (p_territories);
  insert into territory_replica as r (process, territory, serves, offers, had_at_start, offered_at, seen_at)
  select p_process, h.territory, h.serves, h.offers, h.had_at_start, instant, instant
  from unnest(p_territories, p_serves, p_offers, p_had_at_start) as h (territory, serves, offers, had_at_start)
  on conflict (territory, process) do update set serves = excluded.serves, offers = excluded.offers, had_at_start = excluded.had_at_start,
    seen_at = instant, offered_at = case when r.offers = excluded.offers then r.offered_at else instant end;
  for place in 1 .. coalesce(array_length(p_territories, 1), 0) loop
    territory := p_territories[place];
    select * into present from territory_version v where v.territory = p_territories[place] and v.in_force_at <= instant
      order by v.in_force_at desc, v.id desc limit 1;
    if not found then
      insert into territory_version (territory, fingerprint, offered_at, in_force_at)
      values (p_territories[place], p_serves[place], instant, instant) returning * into present;
    end if;
    select * into coming from territory_version v where v.territory = p_territories[place] and v.in_force_at > instant
      order by v.in_force_at desc limit 1;
    if not found then
      select count(*), count(*) filter (where present.fingerprint in (r.serves, r.offers)) into live, serving
      from territory_replica r where r.territory = p_territories[place];
      select r.offers as fingerprint, min(r.offered_at) as offered_at into candidate
      from territory_replica r
      where r.territory = p_territories[place] and r.offers <> present.fingerprint and (
        serving = 0
        or not r.had_at_start and r.offered_at >= present.offered_at
        or r.had_at_start and not exists (
          select from territory_version v where v.territory = r.territory and v.fingerprint = r.offers))
      group by r.offers
      having serving = 0 or count(*) = live or min(r.offered_at) < instant - make_interval(secs => p_patience_seconds)
      order by 2, 1 limit 1;
      if found then
        insert into territory_version (territory, fingerprint, offered_at, in_force_at)
        values (p_territories[place], candidate.fingerprint, candidate.offered_at,
          instant + make_interval(secs => case when serving = 0 or live = 1 then 0 else p_lead_seconds end))
        returning * into coming;
        if coming.in_force_at <= instant then
          present := coming;
          coming := null;
        end if;
      end if;
    end if;
    fingerprint := present.fingerprint;
    next_fingerprint := coming.fingerprint;
    next_milliseconds := 1000 * extract(epoch from coming.in_force_at - instant);
    return next;
  end loop;
end
$$;
