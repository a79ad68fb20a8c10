import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/**
 * The schema as text: tables with columns, constraints, indexes and triggers, views with columns, functions with their
 * bodies. Reads the same on PostgreSQL 15 and on the embedded 18, so that one committed file stands for both.
 */
export async function describeSchema(db: Db): Promise<string> {
  const { rows } = await sql<{ section: string; part: number; place: string; line: string }>`
    with relations as (
      select c.oid, c.relname, c.relkind from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and c.relname not like 'kysely_%'
    )
    select case r.relkind when 'v' then 'view ' else 'table ' end || r.relname as section, 1 as part, a.attnum::text as place,
      a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attnotnull then ' not null' else '' end
        || case a.attidentity when 'a' then ' identity' else '' end
        || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as line
    from relations r
    join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
    union all
    select 'table ' || r.relname, 2, k.conname, k.conname || ': ' || pg_get_constraintdef(k.oid)
    from relations r join pg_constraint k on k.conrelid = r.oid and k.contype in ('p', 'u', 'f', 'c')
    union all
    select 'table ' || r.relname, 3, i.relname::text, pg_get_indexdef(i.oid)
    from relations r join pg_index x on x.indrelid = r.oid join pg_class i on i.oid = x.indexrelid
    where not exists (select from pg_constraint k where k.conindid = i.oid)
    union all
    select 'table ' || r.relname, 4, t.tgname::text, pg_get_triggerdef(t.oid)
    from relations r join pg_trigger t on t.tgrelid = r.oid and not t.tgisinternal
    union all
    select 'type ' || t.typname, 1, e.enumsortorder::text, e.enumlabel
    from pg_type t join pg_enum e on e.enumtypid = t.oid
    union all
    select 'function ' || p.proname || '(' || pg_get_function_arguments(p.oid) || ')', 1, '', p.prosrc
    from pg_proc p where p.pronamespace = 'public'::regnamespace
    order by section, part, place
  `.execute(db);
  const sections = new Map<string, string[]>();
  for (const { section, line } of rows) sections.set(section, [...(sections.get(section) ?? []), line.trim()]);
  return [...sections]
    .map(([section, lines]) => `${section}\n${lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`).join('\n')}\n`)
    .join('\n');
}
