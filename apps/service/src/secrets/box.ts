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
  /** 32 bytes in base64; absent = the file secrets.key in `home`, made at the first use. */
  readonly secretsKey?: string | undefined;
  readonly home: string;
}

export interface Secrets {
  /** The box for a database that has secrets or is to have some: the first key that comes is the one. Throws WrongSecretsKey. */
  forWriting(db: Db): Promise<SecretBox>;
  /** Null where the database holds no secrets yet. Throws WrongSecretsKey. */
  forReading(db: Db): Promise<SecretBox | null>;
}

/** Reads or makes the key at the first use, so that a service without secrets leaves no key behind. */
export function openSecrets(settings: SecretsSettings): Secrets {
  let key: Promise<Buffer> | undefined;
  const theKey = () => {
    key ??= settings.secretsKey === undefined ? keyFile(settings.home) : keyOf(settings.secretsKey);
    key.catch(() => {
      key = undefined;
    });
    return key;
  };
  let checked: SecretBox | undefined;
  const check = async (db: Db): Promise<SecretBox | null> => {
    const { rows } = await sql<{ fingerprint: Buffer }>`select fingerprint from secrets_key`.execute(db);
    const [row] = rows;
    if (row === undefined) return null;
    const own = await theKey();
    if (!timingSafeEqual(fingerprintOf(own), row.fingerprint)) throw new WrongSecretsKey();
    checked = boxOf(own);
    return checked;
  };
  return {
    async forWriting(db) {
      const fingerprint = fingerprintOf(await theKey());
      await sql`insert into secrets_key (fingerprint) values (${fingerprint}) on conflict do nothing`.execute(db);
      return (await check(db)) as SecretBox;
    },
    forReading: async (db) => checked ?? check(db),
  };
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

const fingerprintOf = (key: Buffer): Buffer => createHmac('sha256', key).update('hinterland secrets key').digest();

async function keyOf(base64: string): Promise<Buffer> {
  return Buffer.from(base64, 'base64');
}

/** The key in the file; of several processes that make it at once, one does. */
async function keyFile(home: string): Promise<Buffer> {
  const path = join(home, 'secrets.key');
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    return await readKey(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(home, { recursive: true });
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
  return readKey(path);
}

async function readKey(path: string): Promise<Buffer> {
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`${path} does not hold a key: 32 bytes in base64 are expected.`);
  return key;
}
