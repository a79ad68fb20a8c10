/**
 * An input that is not what the recipe says. The message names the file, the place in it and what to do; it is meant to
 * be shown as it is, without a stack.
 */
export class ImportError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ImportError';
  }
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
