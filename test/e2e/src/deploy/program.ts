import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program of this machine; undefined where there is none. */
export const program = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
