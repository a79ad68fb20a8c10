import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { type Clock, databaseClock } from '../../kit/db/database.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { type MadeAccount, makeAccount } from '../../testing/town.ts';
import { findReadable, type Reader } from './access.ts';
import { insertAnalysis } from './store.ts';

describeOnBoth('who reads an analysis as one of its organization', (database) => {
  const db = () => database().db;
  const clock: Clock = databaseClock;
  let code: string;
  let readers: Readonly<Record<string, Reader>>;

  const readerOf = ({ spender }: MadeAccount, role: Reader['role']): Reader => ({
    organization: { id: spender.organizationId, name: '' },
    user: { id: spender.userId, name: '', email: '' },
    role,
    team: null,
  });

  beforeEach(async () => {
    const ann = await makeAccount(db(), { email: 'ann@example.com', role: 'member' });
    const bob = await makeAccount(db(), { email: 'bob@example.com', role: 'member' });
    const eve = await makeAccount(db(), { email: 'eve@example.com', organization: 'Others' });
    readers = {
      creator: readerOf(ann, 'member'),
      owner: readerOf(bob, 'owner'),
      colleague: readerOf(bob, 'member'),
      stranger: readerOf(eve, 'owner'),
    };
    code = await insertAnalysis(db(), clock, readers.creator as Reader, { name: 'Mine', state: '{}' });
  });

  const seenBy = async () => {
    const seen: Record<string, string> = {};
    for (const [name, reader] of Object.entries(readers)) {
      seen[name] = await findReadable(db(), clock, reader, code).then(
        ({ isInside }) => (isInside ? 'all of it' : 'as a stranger'),
        () => 'nothing',
      );
    }
    return seen;
  };

  it.each([
    ['nobody', 'share_anyone = false', { colleague: 'nothing', stranger: 'nothing' }],
    ['anyone', 'share_anyone = true', { colleague: 'as a stranger', stranger: 'as a stranger' }],
    ['the organization', 'share_organization = true', { colleague: 'all of it', stranger: 'nothing' }],
    [
      'the organization and anyone',
      'share_organization = true, share_anyone = true',
      { colleague: 'all of it', stranger: 'as a stranger' },
    ],
  ])('shared with %s', async (_, shared, expected) => {
    await sql`update analysis set ${sql.raw(shared)} where code = ${code}`.execute(db());
    expect(await seenBy()).toEqual({ creator: 'all of it', owner: 'all of it', ...expected });
  });

  it('shared with people of other organizations', async () => {
    await sql`update app_user set email_verified_at = now() where email = 'eve@example.com'`.execute(db());
    await sql`
      insert into analysis_person (analysis_id, email) select id, 'eve@example.com' from analysis where code = ${code}`.execute(
      db(),
    );
    expect(await seenBy()).toMatchObject({ colleague: 'nothing', stranger: 'as a stranger' });
  });
});
