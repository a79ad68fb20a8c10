import { link, rename, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import {
  boxUnder,
  fingerprintOf,
  keyFiles,
  makeKeyFile,
  readKeys,
  type SecretBox,
  type SecretsSettings,
  WrongSecretsKey,
} from './box.ts';

/** Boxes of a rotation: `old` opens with every key, `next` opens and seals with the new one alone. */
export interface Rotation {
  readonly old: SecretBox;
  readonly next: SecretBox;
}

/**
 * Makes another key the one that seals, and has everything sealed anew, in one transaction: the first of the keys that were
 * given, or where the key is a file a new one, which takes the place of the file. A repetition seals what a process sealed with the key
 * before meanwhile. Returns how much was sealed anew. Throws where the secrets were made with none of the keys, and
 * where only one key was given.
 */
export async function rotateSecrets(
  db: Db,
  settings: SecretsSettings,
  sealAnew: (trx: Db, rotation: Rotation) => Promise<number>,
): Promise<number> {
  const { path, next, before } = keyFiles(settings.home);
  const isFile = settings.secretsKey === undefined;
  if (isFile) await makeKeyFile(settings.home, next);
  const keys = await readKeys(settings);
  if (keys.length < 2) {
    throw new Error(
      'HINTERLAND_SECRETS_KEY has one key. Give every process the new one and the present one, NEW,PRESENT, start them again, then repeat this.',
    );
  }
  const newKey = (isFile ? keys[1] : keys[0]) as Buffer;
  const count = await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ fingerprint: Buffer }>`select fingerprint from secrets_key for update`.execute(trx);
    if (rows[0] === undefined) return 0;
    const old = boxUnder(rows[0].fingerprint, keys);
    if (old === null) throw new WrongSecretsKey();
    await sql`update secrets_key set fingerprint = ${fingerprintOf(newKey)}`.execute(trx);
    return sealAnew(trx, { old, next: boxUnder(fingerprintOf(newKey), [newKey]) as SecretBox });
  });
  if (isFile) {
    await rm(before, { force: true });
    await link(path, before);
    await rename(next, path);
  }
  return count;
}
