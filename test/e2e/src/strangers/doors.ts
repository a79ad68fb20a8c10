import { FORMATS } from '@hinterland/answers';
import { tableFromIPC } from 'apache-arrow';
import { parquetReadObjects } from 'hyparquet';
import readWorkbook from 'read-excel-file/node';

/** An answer to somebody, as text. */
export interface Opened {
  readonly door: string;
  readonly status: number;
  readonly text: string;
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one)) ?? '';

/** Reads files that are no text. */
async function readable(door: string, answer: Response): Promise<string> {
  if (answer.status !== 200) return answer.text();
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (door.endsWith('xlsx')) return textOf(await readWorkbook(Buffer.from(bytes)));
  if (door.endsWith('arrow')) return textOf(tableFromIPC(bytes).toArray());
  if (door.endsWith('parquet')) return textOf(await parquetReadObjects({ file: bytes.buffer }));
  return Buffer.from(bytes).toString('utf8');
}

async function open(door: string, url: string, init: RequestInit = {}): Promise<Opened> {
  const answer = await fetch(url, init);
  return { door, status: answer.status, text: await readable(door, answer) };
}

/** Everything that the address of an analysis gives to somebody without an account. */
export async function withoutAccount(url: string, code: string): Promise<Opened[]> {
  const at = `${url}/a/${code}`;
  const doors = ['', '/embed', '/report', '/report?version=1', '/report?language=de'];
  const exports = Object.keys(FORMATS).flatMap((format) => [`/export/${format}`, `/export/${format}?version=1`]);
  const opened: Opened[] = [];
  for (const door of [...doors, ...exports]) opened.push(await open(door.split('?')[0] || '/a', `${at}${door}`));
  return opened;
}

/** Everything that a key gets of an analysis, with the copies that it may make. */
export async function withKey(url: string, code: string, key: string): Promise<Opened[]> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const read = async (of: string, what: string, paths: readonly string[]) => {
    const opened: Opened[] = [];
    for (const path of paths)
      opened.push(await open(`${what}${path}`, `${url}/api/v1/analyses/${of}${path}`, { headers }));
    return opened;
  };
  const opened = await read(code, 'key ', ['', '/versions', '/versions/1', '/versions/1/sales', '/report']);
  const body = JSON.stringify({ withResults: true });
  const copied = await fetch(`${url}/api/v1/analyses/${code}/duplicate`, { method: 'POST', headers, body });
  const { code: copy } = (await copied.json()) as { code: string };
  return [...opened, ...(await read(copy, 'copy ', ['', '/report']))];
}
