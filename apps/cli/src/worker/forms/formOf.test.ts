import { Readable } from 'node:stream';
import { RecordBatchStreamWriter, tableFromArrays, tableToIPC } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { formOf, formOfBytes } from './formOf.ts';

const table = tableFromArrays({ lat: [1, 2] });
const legacy = () => {
  const writer = new RecordBatchStreamWriter({ writeLegacyIpcFormat: true });
  writer.write(table);
  writer.finish();
  return writer.toUint8Array(true);
};

describe('the form of an input', () => {
  it.each([
    ['a stream of Arrow', tableToIPC(table, 'stream'), 'arrow'],
    ['a file of Arrow', tableToIPC(table, 'file'), 'arrow'],
    ['a stream from before Arrow 0.15', legacy(), 'arrow'],
    ['nothing', new Uint8Array(0), 'arrow'],
    ['CSV', Buffer.from('id;lat;lng\n'), 'csv'],
    ['CSV of Windows', Buffer.from('\ufeffStraße\n', 'utf16le'), 'csv'],
    ['a workbook', Buffer.from('PK\u0003\u0004\0\0'), 'csv'],
    ['lines of JSON', Buffer.from('\n {"id": 1}\n'), 'jsonl'],
    ['lines of JSON with a mark', Buffer.from('\ufeff{"id": 1}\n'), 'jsonl'],
  ])('knows %s by its first bytes', (_, bytes, form) => {
    expect(formOfBytes(bytes)).toBe(form);
  });

  it('is that which is asked, else that of the name, and loses no byte', async () => {
    expect(await formOf('jsonl', 'x.csv', Readable.from([]))).toBe('jsonl');
    expect(await formOf(undefined, 'x.NDJSON', Readable.from([]))).toBe('jsonl');
    await expect(formOf('xml', '-', Readable.from([]))).rejects.toThrow('--format is one of arrow, csv, jsonl');
    const input = Readable.from([Buffer.from('id,l'), Buffer.from('at\n')], { objectMode: false });
    expect(await formOf(undefined, '-', input)).toBe('csv');
    const chunks: Buffer[] = [];
    for await (const chunk of input) chunks.push(chunk as Buffer);
    expect(String(Buffer.concat(chunks))).toBe('id,lat\n');
    const none = Readable.from([], { objectMode: false });
    expect(await formOf(undefined, '-', none)).toBe('arrow');
  });
});
