/** A thing to be written: a file, bytes, or a text. */
export type Content =
  | { readonly file: string; readonly bytes: number; readonly sha256: string }
  | { readonly data: Uint8Array; readonly sha256: string; readonly mediaType: string }
  | { readonly text: string };

/** A part of an object, up to its end. */
export interface Body {
  /** Byte at which it begins: what was asked for, or 0 from a server that knows no ranges. */
  readonly start: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Objects by paths such as "objects/9f86…". Methods throw StorageError for all but an object that is not there. */
export interface Store {
  /** How messages name it, without credentials. */
  readonly name: string;
  /** The bytes of an object from a byte on; null where there is no such object. */
  read(path: string, fromByte: number): Promise<Body | null>;
}

/** A store that is published to, too. */
export interface WritableStore extends Store {
  /** Bytes of an object; null where there is none. */
  size(path: string): Promise<number | null>;
  /** Replaces an object in one step. */
  write(path: string, content: Content): Promise<void>;
  /** Removes an object; one that is not there is removed already. */
  remove(path: string): Promise<void>;
  /** Paths of all objects below a folder, which ends with a slash, in no order. */
  list(folder: string): AsyncIterable<string>;
  /** Returns an address where anyone reads the object for so long; null where the store has no such addresses. */
  temporaryAddress(path: string, seconds: number): Promise<string | null>;
}

export const isWritable = (store: Store): store is WritableStore => 'write' in store;
