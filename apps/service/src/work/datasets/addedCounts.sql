-- Counts by reason put together, in the order in which the reasons first came; those that come to nothing are left out.
create or replace function added_counts(p_counts json, p_others json)
returns json
language sql immutable as $$
  select coalesce(json_object_agg(sums.reason, sums.count order by sums.place), '{}')
  from (
    select each.reason, sum(each.count) as count, min(each.place) as place
    from (
      select key as reason, value::integer as count, ordinality as place from json_each_text(p_counts) with ordinality
      union all
      select key, value::integer, 1000000 + ordinality from json_each_text(p_others) with ordinality
    ) each
    group by each.reason having sum(each.count) <> 0
  ) sums
$$;
