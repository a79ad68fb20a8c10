/** What a file is, by which its first bytes and its end are checked. */
export type FileKind = 'pbf' | 'zip' | 'tiff' | 'json' | 'gzip' | 'parquet' | 'text';

/** A public file that is wanted. */
export interface RemoteFile {
  readonly url: string;
  readonly kind: FileKind;
  /** Name to keep it under, where the end of the address is none. */
  readonly name?: string;
  /** What it is for, in a few words: "roads, addresses and shops". */
  readonly purpose: string;
  /** The source as its publisher names it. */
  readonly source: string;
  readonly licence: string;
  readonly attribution: string;
  /** The page that says so. */
  readonly page: string;
  /** Date or period of the content, where the address says it. */
  readonly vintage?: string;
  /** Address of a file with the MD5 sum in hexadecimal digits, where the publisher has one. */
  readonly md5?: string;
  /** What else may be done where the server does not have it any more. */
  readonly otherwise?: string;
  /** About; absent where nobody has estimated it. */
  readonly megabytes?: number;
}

/** The name that a file is kept and listed under: its own, else the last part of its address. */
export const fileNameOf = ({ url, name }: Pick<RemoteFile, 'url' | 'name'>): string =>
  name ?? new URL(url).pathname.split('/').at(-1)!;
