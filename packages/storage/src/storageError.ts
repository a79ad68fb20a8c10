/** A fault of a store, as a sentence with the next step. */
export class StorageError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StorageError';
  }
}

/** The sentence of a disk that is full, whatever was being written; any other error is thrown as it is. */
export function onFullDisk(path: string, error: unknown): never {
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  throw new StorageError(
    `The disk of ${path} is full. Make room, or lower HINTERLAND_PULLED_MEGABYTES, and run this again: what was fetched stays.`,
    error,
  );
}
