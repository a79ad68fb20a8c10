import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeOnBoth } from '../../testing/databases.ts';
import { openSecrets } from './box.ts';

describeOnBoth('secrets', (database) => {
  const db = () => database().db;
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'hinterland-secrets-'));
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  it('need no key before there are any, and then make one file that only its owner reads', async () => {
    const folder = join(home, 'deep', 'er');
    const secrets = openSecrets({ home: folder });
    expect(await secrets.forReading(db())).toBeNull();
    expect(await readdir(home)).toEqual([]);
    // Several processes at once.
    const boxes = await Promise.all(Array.from({ length: 8 }, () => openSecrets({ home: folder }).forWriting(db())));
    expect(await readdir(folder)).toEqual(['secrets.key']);
    expect((await stat(join(folder, 'secrets.key'))).mode & 0o777).toBe(0o600);
    const sealed = boxes[0]?.seal('whsec_ü', 'a') as Buffer;
    for (const box of boxes) expect(box.open(sealed, 'a')).toBe('whsec_ü');
    expect((await secrets.forReading(db()))?.open(sealed, 'a')).toBe('whsec_ü');
  });

  it('are sealed differently each time, and do not open when anything was changed', async () => {
    const box = await openSecrets({ home }).forWriting(db());
    const [one, other] = [box.seal('whsec_x', 'a'), box.seal('whsec_x', 'a')];
    expect(one.equals(other)).toBe(false);
    expect(one.includes('whsec_x')).toBe(false);
    for (let i = 0; i < one.length; i++) {
      const changed = Buffer.from(one);
      changed[i] = (changed[i] as number) ^ 1;
      expect(() => box.open(changed, 'a')).toThrow();
    }
    expect(() => box.open(one.subarray(0, 20), 'a')).toThrow();
    expect(() => box.open(one, 'b')).toThrow();
  });

  it('a file that holds no key is told by name and left as it is', async () => {
    const path = join(home, 'secrets.key');
    await writeFile(path, 'oops');
    await expect(openSecrets({ home }).forWriting(db())).rejects.toThrow(path);
    expect(await readFile(path, 'utf8')).toBe('oops');
  });
});
