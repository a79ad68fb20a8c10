import { dirname } from 'node:path';
import { ImportError } from '../errors/importError.ts';

/** A file that could not be had. The sentence names the file and the next step. */
export class FetchFault extends ImportError {
  /** Whether the same request may succeed later. */
  readonly isPassing: boolean;
  /** How long a server asks to wait. */
  readonly retryAfterSeconds: number | undefined;
  /** Whether the name of the host was not found: asked again at once, it is not found either. */
  readonly isUnresolved: boolean;

  constructor(
    url: string,
    what: string,
    remedy: string,
    options: {
      cause?: unknown;
      isPassing?: boolean;
      retryAfterSeconds?: number | undefined;
      isUnresolved?: boolean;
    } = {},
  ) {
    super(`${url}: ${what}. ${remedy}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'FetchFault';
    this.isPassing = options.isPassing ?? false;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.isUnresolved = options.isUnresolved ?? false;
  }
}

/** The next step where a server refuses programs and people may fetch. */
export const BY_HAND = 'Fetch it with a browser, put it into a folder and name that folder with --from';

/** The next step after a fault that passes. */
export const AGAIN = 'Run the same command again: it goes on where it stopped';

/** A file that is replaced again and again while it is read. */
export const changing = (url: string): FetchFault =>
  new FetchFault(url, 'it changes while it is read', 'Run the same command again later');

/** A disk that is full in the middle of a download. */
export const fullDisk = (url: string, path: string, cause: unknown): FetchFault =>
  new FetchFault(
    url,
    `the disk of ${dirname(path)} is full`,
    'Make room, or name a folder on another disk with --cache; the next run goes on where this one stopped',
    { cause },
  );
