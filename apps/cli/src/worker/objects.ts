import { createHash } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { openStore, type WritableStore } from '@hinterland/storage';
import { CommandError } from '../terminal.ts';

/** The store and the path of an object, by its address. Throws CommandError. */
function objectAt(address: string): { readonly store: WritableStore; readonly path: string } {
  const slash = address.lastIndexOf('/');
  const path = address.slice(slash + 1);
  if (path === '' || !/^(s3|file):\/\//.test(address))
    throw new CommandError(`${address} is no address of an object, such as s3://bucket/name.`, 2);
  return { store: openStore(address.slice(0, slash)), path };
}

/** The bytes of an object. Throws CommandError where there is none. */
export async function inputFrom(address: string): Promise<Readable> {
  const { store, path } = objectAt(address);
  const body = await store.read(path, 0);
  if (body === null) throw new CommandError(`There is no object at ${address}.`, 1);
  return Readable.from(body.chunks, { objectMode: false });
}

/** A stream whose bytes become an object at once, and not before all are there. */
export function outputTo(address: string): { readonly stream: Writable; store(): Promise<void> } {
  const { store, path } = objectAt(address);
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  return {
    stream,
    async store() {
      const data = Buffer.concat(chunks);
      const sha256 = createHash('sha256').update(data).digest('hex');
      await store.write(path, { data, sha256, mediaType: 'application/vnd.apache.arrow.stream' });
    },
  };
}
