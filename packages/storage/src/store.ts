/** A thing to be written: a file, or a text. */
export type Content =
  | { readonly file: string; readonly bytes: number; readonly sha256: string }
  | { readonly text: string };

/** Bytes of an object from a byte on. */
export interface Body {
  /** Where the bytes begin: what was asked for, or 0 from a server that knows no ranges. */
  readonly start: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Objects by paths such as "objects/9f86…". Its methods throw StorageError for all but an object that is not there. */
export interface Store {
  /** How messages name it, without credentials. */
  readonly name: string;
  /** Null where there is no such object. */
  read(path: string, from: number): Promise<Body | null>;
  /** Bytes of an object; null where there is none. */
  size(path: string): Promise<number | null>;
  /** Replaces an object in one step; absent where nothing is written. */
  write?(path: string, content: Content): Promise<void>;
}
