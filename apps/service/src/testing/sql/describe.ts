import type pg from 'pg';

/** A column of a statement's rows as the server describes it. */
export interface Column {
  readonly name: string;
  /** Number of its type in pg_type. */
  readonly type: number;
  /** The column of a table that it comes from, see nullableColumns; `0 0` for an expression. */
  readonly origin: string;
}

/** Prepares a statement without executing it. Rejects where the schema has no place for it. */
export async function describeStatement(client: pg.Client, text: string): Promise<Column[]> {
  const fields = await new Promise<readonly pg.FieldDef[]>((resolve, reject) => {
    let found: readonly pg.FieldDef[] = [];
    // The part of a query of the driver that its client calls.
    const description = {
      submit(connection: pg.Connection) {
        const wire = connection as unknown as Record<'parse' | 'describe' | 'sync', (message?: object) => void>;
        wire.parse({ name: '', text, types: [] });
        wire.describe({ type: 'S', name: '' });
        wire.sync();
      },
      handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }) {
        found = fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(found),
    };
    client.query(description as unknown as pg.Submittable);
  });
  return fields.map(({ name, dataTypeID, tableID, columnID }) => ({
    name,
    type: dataTypeID,
    origin: `${tableID} ${columnID}`,
  }));
}

/** Columns of tables that may be null. */
export async function nullableColumns(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ origin: string }>(`
    select a.attrelid || ' ' || a.attnum as origin from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attnotnull`);
  return new Set(rows.map(({ origin }) => origin));
}
