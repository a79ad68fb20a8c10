import type { Readable } from 'node:stream';
import { CommandError } from '../../terminal.ts';

const FORMS = ['arrow', 'csv', 'jsonl'] as const;
export type FormName = (typeof FORMS)[number];

const ENDINGS: readonly (readonly [RegExp, FormName])[] = [
  [/\.(?:arrows?|ipc)$/i, 'arrow'],
  [/\.(?:csv|tsv|psv|txt|xlsx)$/i, 'csv'],
  [/\.(?:jsonl|ndjson|jsonlines)$/i, 'jsonl'],
];

/** The form of an input by what is asked, else by the end of its name, else by its first bytes, which stay in it. Throws CommandError for another. */
export async function formOf(asked: string | undefined, path: string, input: Readable): Promise<FormName> {
  if (asked !== undefined) {
    const found = FORMS.find((form) => form === asked);
    if (found === undefined) throw new CommandError(`--format is one of ${FORMS.join(', ')}, not ${asked}.`, 2);
    return found;
  }
  const [, byName] = ENDINGS.find(([ending]) => ending.test(path)) ?? [];
  return byName ?? formOfBytes(await headOf(input));
}

/** Streams of Arrow have zeros in the length of their first message; no text has, but for UTF-16 with its mark. */
export function formOfBytes(head: Uint8Array): FormName {
  const [first, second] = head;
  if (head.length === 0) return 'arrow';
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return 'csv';
  if (first === 0x50 && second === 0x4b) return 'csv';
  if (
    first === 0xff ||
    head.subarray(0, 64).includes(0) ||
    Buffer.from(head.subarray(0, 4)).equals(Buffer.from('ARRO'))
  )
    return 'arrow';
  return /^(?:\u00ef\u00bb\u00bf)?\s*\{/.test(Buffer.from(head).toString('latin1')) ? 'jsonl' : 'csv';
}

async function headOf(input: Readable): Promise<Uint8Array> {
  const chunk = await new Promise<Uint8Array | null>((resolve, reject) => {
    const read = () => {
      const some = input.read() as Uint8Array | null;
      if (some === null) return;
      input.off('readable', read);
      resolve(some);
    };
    input.on('readable', read);
    input.once('end', () => resolve(null));
    input.once('error', reject);
  });
  if (chunk === null) return new Uint8Array(0);
  input.unshift(chunk);
  return chunk;
}
