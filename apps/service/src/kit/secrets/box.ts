import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Secrets that the service must read again are stored encrypted in the database; the key is stored elsewhere. */
export interface SecretBox {
  /** `context` says whose secret it is; it opens under the same context only. */
  seal(secret: string, context: string): Buffer;
  open(sealed: Uint8Array, context: string): string;
}

/** Thrown where the secrets of a database were encrypted with another key than this process has. */
export class WrongSecretsKey extends Error {
  constructor() {
    super(
      'The secrets in this database were encrypted with another key. ' +
        'Give every replica the same HINTERLAND_SECRETS_KEY, or the file secrets.key of the one that made them.',
    );
    this.name = 'WrongSecretsKey';
  }
}

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface SecretsSettings {
  /**
   * 32 bytes in base64, or several separated by commas while keys are rotated: the first is to be the key. Absent = the file
   * secrets.key in `home`, made at the first use.
   */
  readonly secretsKey?: string | undefined;
  readonly home: string;
}

export interface Secrets {
  /** The box for a database that has secrets or is to have some: the first key that comes is the one. Throws WrongSecretsKey. */
  forWriting(db: Db): Promise<SecretBox>;
  /** Null where the database holds no secrets yet. Throws WrongSecretsKey. */
  forReading(db: Db): Promise<SecretBox | null>;
}

/**
 * Reads or makes the key at the first use, so that a service without secrets leaves no key behind. The fingerprint in the
 * database says which of several keys seals; all of them open.
 */
export function openSecrets(settings: SecretsSettings): Secrets {
  let keys: Promise<readonly Buffer[]> | undefined;
  const theKeys = () => {
    keys ??= readKeys(settings);
    keys.catch(() => {
      keys = undefined;
    });
    return keys;
  };
  const boxFor = async (fingerprint: Buffer): Promise<SecretBox> => {
    const known = boxUnder(fingerprint, await theKeys());
    if (known !== null) return known;
    // A rotation in this process or another has made another file.
    keys = undefined;
    const found = boxUnder(fingerprint, await theKeys());
    if (found === null) throw new WrongSecretsKey();
    return found;
  };
  return {
    async forWriting(db) {
      const [first] = (await theKeys()) as [Buffer];
      await sql`
        insert into secrets_key (fingerprint) values (${fingerprintOf(first)}) on conflict do nothing`.execute(db);
      // The lock keeps a rotation waiting for the transaction that stores what is sealed.
      const { rows } = await sql<{ fingerprint: Buffer }>`select fingerprint from secrets_key for share`.execute(db);
      return boxFor((rows[0] as (typeof rows)[0]).fingerprint);
    },
    async forReading(db) {
      const { rows } = await sql<{ fingerprint: Buffer }>`select fingerprint from secrets_key`.execute(db);
      return rows[0] === undefined ? null : boxFor(rows[0].fingerprint);
    },
  };
}

/** Returns the box that seals with the key of that fingerprint and opens with all; null where it is not among them. */
export function boxUnder(fingerprint: Buffer, keys: readonly Buffer[]): SecretBox | null {
  const key = keys.find((one) => timingSafeEqual(fingerprintOf(one), fingerprint));
  if (key === undefined) return null;
  const [first, ...others] = [key, ...keys.filter((one) => one !== key)].map(boxOf) as [SecretBox, ...SecretBox[]];
  return {
    seal: first.seal,
    open(sealed, context) {
      for (const box of others) {
        const text = opened(first, sealed, context) ?? opened(box, sealed, context);
        if (text !== null) return text;
      }
      return first.open(sealed, context);
    },
  };
}

/** Returns what was sealed; null where this box does not open it. */
export function opened(box: SecretBox, sealed: Uint8Array, context: string): string | null {
  try {
    return box.open(sealed, context);
  } catch {
    return null;
  }
}

function boxOf(key: Buffer): SecretBox {
  return {
    seal(secret, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    open(sealed, context) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

export const fingerprintOf = (key: Buffer): Buffer =>
  createHmac('sha256', key).update('hinterland secrets key').digest();

/** Files of keys: the one that is to be, and during and after a rotation the next and the one before. */
export const keyFiles = (home: string) => {
  const path = join(home, 'secrets.key');
  return { path, next: `${path}.next`, before: `${path}.before` };
};

/** Every key that this process has, the one for a new database first. */
export async function readKeys({ secretsKey, home }: SecretsSettings): Promise<readonly Buffer[]> {
  if (secretsKey !== undefined) return secretsKey.split(',').map((text) => Buffer.from(text, 'base64'));
  const { next, before } = keyFiles(home);
  const keys = [await keyFile(home)];
  for (const path of [next, before]) {
    const key = await readKey(path).catch((error) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    });
    if (key !== null) keys.push(key);
  }
  return keys;
}

/** The key in the file; of several processes that make it at once, one does. */
async function keyFile(home: string): Promise<Buffer> {
  await makeKeyFile(home, keyFiles(home).path);
  return readKey(keyFiles(home).path);
}

/** Makes a file with a new key where there is none. */
export async function makeKeyFile(home: string, path: string): Promise<void> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await readKey(path);
    return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(home, { recursive: true, mode: 0o700 });
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  // A link never replaces a file that another process was faster to make.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
}

async function readKey(path: string): Promise<Buffer> {
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`${path} does not hold a key: 32 bytes in base64 are expected.`);
  return key;
}
