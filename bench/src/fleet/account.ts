import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Charged calls per second that the account of one organization lets through, as the bench of the ledger has found on PostgreSQL: pairs of a
 * hold and a charge, each of which locks the account's row. On a machine with more processors the lock may let more through.
 */
export async function accountPerSecond(root: string): Promise<number> {
  const { parts } = JSON.parse(await readFile(join(root, 'docs/benchmarks/the-ledger.json'), 'utf8')) as {
    parts: (string | { rows: string[][] })[];
  };
  const rows = parts.flatMap((part) => (typeof part === 'string' ? [] : part.rows));
  return Number(rows.find(([database, organizations]) => database === 'PostgreSQL' && organizations === '1')![2]);
}
