import { readFile } from 'node:fs/promises';
import { CommandError, noFile } from './terminal.ts';

/** Reads a file of JSON, "-" for standard input. Throws CommandError for a file that is missing or no JSON. */
export async function readJson(path: string): Promise<unknown> {
  const text = path === '-' ? await standardInput() : await readFile(path, 'utf8').catch(() => missing(path));
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${path} is not JSON: ${(error as Error).message}`, 2);
  }
}

function missing(path: string): never {
  throw noFile(path);
}

async function standardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
