/** What a file is, by which its first bytes and its end are checked. */
export type FileKind = 'pbf' | 'zip' | 'tiff' | 'json' | 'gzip' | 'parquet' | 'text';

/** A public file that is wanted. */
export interface RemoteFile {
  readonly url: string;
  readonly kind: FileKind;
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
  /** About; absent where nobody has estimated it. */
  readonly megabytes?: number;
}

/** The last part of the address. */
export const fileNameOf = ({ url }: Pick<RemoteFile, 'url'>): string => new URL(url).pathname.split('/').at(-1)!;
