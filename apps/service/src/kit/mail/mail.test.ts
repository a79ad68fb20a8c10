import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeOnBoth } from '../../testing/databases.ts';
import { drain } from '../../testing/drain.ts';
import { TestClock } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';
import { databaseClock } from '../db/database.ts';
import { openLog } from '../log.ts';
import { openSecrets } from '../secrets/box.ts';
import {
  bringMailForward,
  claimMail,
  oneLine,
  queueMail,
  queueSealedMail,
  removeGivenUpMail,
  sendMail,
} from './outbox.ts';
import { openMailSender } from './sender.ts';
import { type Mail, MailRefused, type MailTransport, openMailTransport } from './transport.ts';

const FROM = 'Hinterland <geo@example.com>';
const lines: string[] = [];
const log = openLog({ level: 'debug', write: (line) => lines.push(line) });

/** A mail server on a free port that answers as told. */
async function startSmtp(reply: (recipient: string) => Error | null = () => null) {
  const received: { from: string; to: string[]; text: string; user: unknown }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      password === 'wrong'
        ? done(Object.assign(new Error('no'), { responseCode: 535 }))
        : done(null, { user: `${username}/${password}` }),
    onRcptTo: ({ address }, _session, done) => done(reply(address)),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString('utf8'),
          user: session.user,
        });
        done();
      });
    },
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  const { port } = server.server.address() as AddressInfo;
  return {
    received,
    port,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

const mail: Mail = {
  id: 7,
  recipient: 'bob@example.com',
  subject: 'Grüße 𝒳',
  body: 'Hallo,\n\n.ein Punkt am Anfang\nüber\n',
  createdAt: new Date('2026-11-20T10:00:00.000Z'),
};

describe('transports', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hinterland-mail-'));
    lines.length = 0;
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('by SMTP, with a login, to one recipient, with the same Message-ID each time', async () => {
    const smtp = await startSmtp();
    try {
      const smtpUrl = `smtp://user:geheim@127.0.0.1:${smtp.port}`;
      const transport = openMailTransport({ smtpUrl, from: FROM, folder, log });
      await transport.send(mail);
      await transport.send(mail);
    } finally {
      await smtp.close();
    }
    const [first, second] = smtp.received;
    expect(first).toMatchObject({ from: 'geo@example.com', to: ['bob@example.com'], user: 'user/geheim' });
    expect(first?.text).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(first?.text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    const id = (text = '') => /^Message-ID: (.*)\r$/m.exec(text)?.[1];
    expect(id(first?.text)).toBe('<1795168800000.7@example.com>');
    expect(id(second?.text)).toBe(id(first?.text));
    expect(await readdir(folder)).toEqual([]);
  });

  it('a server that refuses for good, one that refuses for now, and one that is away', async () => {
    const refusal = (code: number) => Object.assign(new Error('no'), { responseCode: code });
    const smtp = await startSmtp((to) => refusal(to.startsWith('never') ? 550 : 451));
    const smtpUrl = `smtp://127.0.0.1:${smtp.port}`;
    const transport = openMailTransport({ smtpUrl, from: FROM, folder, log });
    try {
      await expect(transport.send({ ...mail, recipient: 'never@example.com' })).rejects.toBeInstanceOf(MailRefused);
      const later = await transport.send(mail).catch((error) => error);
      expect([later instanceof Error, later instanceof MailRefused]).toEqual([true, false]);
    } finally {
      await smtp.close();
    }
    const away = await transport.send(mail).catch((error) => error);
    expect([away.message, away instanceof MailRefused]).toEqual([expect.stringContaining('ECONNREFUSED'), false]);
  });

  it('a login that is refused is the operator’s to repair: the message waits', async () => {
    const smtp = await startSmtp();
    const smtpUrl = `smtp://user:wrong@127.0.0.1:${smtp.port}`;
    try {
      const error = await openMailTransport({ smtpUrl, from: FROM, folder, log })
        .send(mail)
        .catch((reason) => reason);
      expect([error.responseCode, error instanceof MailRefused]).toEqual([535, false]);
    } finally {
      await smtp.close();
    }
  });

  it('without a server: a file that only the operator reads, and a line in the log that names it', async () => {
    const transport = openMailTransport({ smtpUrl: undefined, from: FROM, folder: join(folder, 'mail'), log });
    await transport.send({ ...mail, body: 'https://geo.example.com/reset#token=t0psecret' });
    const [name] = await readdir(join(folder, 'mail'));
    expect(name).toBe('2026-11-20T10-00-00.000Z-7.eml');
    const path = join(folder, 'mail', name as string);
    const text = await readFile(path, 'utf8');
    expect(text).toMatch(/^From: Hinterland <geo@example\.com>\r$/m);
    expect(text).toMatch(/^To: bob@example\.com\r$/m);
    expect(text).toContain('t0psecret');
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect((await stat(join(folder, 'mail'))).mode & 0o077).toBe(0);
    expect(lines.join('')).toContain(JSON.stringify(path));
    expect(lines.join('')).not.toContain('t0psecret');
  });

  it('subjects keep to one line, without characters that steer the display', () => {
    expect(oneLine(' a\r\nBcc: x\u0000\u2028b \u202Etxet\u200B  c ')).toBe('a Bcc: x b txet c');
  });
});

describeOnBoth('outbox', (database) => {
  const db = () => database().db;
  const clock = new TestClock('2026-11-20T10:00:00.000Z');
  const queue = (recipient: string) => queueMail(db(), clock, { recipient, subject: 's', body: 'b' });
  const secrets = openSecrets({ secretsKey: Buffer.alloc(32, 7).toString('base64'), home: '' });
  const waiting = async () =>
    (await sql`select recipient, attempts, due_at, error, failed_at from mail_outbox order by id`.execute(db())).rows;
  const sendDue = (transport: MailTransport) =>
    drain(
      () => claimMail(db(), clock),
      (claimed) => sendMail({ db: db(), clock, secrets, transport, log }, claimed),
    );
  beforeEach(() => {
    clock.set('2026-11-20T10:00:00.000Z');
    lines.length = 0;
  });

  function recorder(behave: (mail: Mail) => Promise<void> | void = () => {}): MailTransport & { sent: string[] } {
    const sent: string[] = [];
    return {
      sent,
      async send(one) {
        await behave(one);
        sent.push(one.recipient);
      },
    };
  }

  it('sends in order what was committed, once, and keeps nothing of it', async () => {
    await queue('a@x.org');
    await queue('b@x.org');
    await db()
      .transaction()
      .execute(async (trx) => {
        await queueMail(trx, clock, { recipient: 'never@x.org', subject: 's', body: 'b' });
        throw new Error('rolled back');
      })
      .catch(() => {});
    const transport = recorder();
    await sendDue(transport);
    await sendDue(transport);
    expect(transport.sent).toEqual(['a@x.org', 'b@x.org']);
    expect(await waiting()).toEqual([]);
  });

  it('H5 notices wait behind mail that was asked for', async () => {
    for (const [recipient, notice] of [
      ['notice 1', true],
      ['notice 2', true],
      ['link 1', false],
      ['link 2', undefined],
    ] as const) {
      await queueMail(db(), clock, { recipient, subject: 's', body: 'b', ...(notice === undefined ? {} : { notice }) });
    }
    const order: unknown[] = [];
    for (let i = 0; i < 4; i++) order.push((await claimMail(db(), clock))?.recipient);
    expect(order).toEqual(['link 1', 'link 2', 'notice 1', 'notice 2']);
  });

  it('several replicas at once send each message once', async () => {
    for (let i = 0; i < 40; i++) await queue(`p${i}@x.org`);
    const transport = recorder(() => new Promise((done) => setTimeout(done, 2)));
    await Promise.all(Array.from({ length: 4 }, () => sendDue(transport)));
    expect(transport.sent.length).toBe(40);
    expect(new Set(transport.sent).size).toBe(40);
  });

  it('repeats a failed message after 1 minute, 10 minutes, 1, 6 and 24 hours, then gives it up', async () => {
    await queue('a@x.org');
    const times: string[] = [];
    const transport = recorder(() => {
      times.push(clock.instant().toISOString().slice(5, 16));
      throw new Error('greeting never received');
    });
    for (let minute = 0; minute < 60 * 40; minute += 1) {
      clock.set(new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString());
      if (minute % 10 < 2) await sendDue(transport);
    }
    expect(times).toEqual(['11-20T10:00', '11-20T10:01', '11-20T10:11', '11-20T11:11', '11-20T17:11', '11-21T17:11']);
    expect(await waiting()).toMatchObject([
      { attempts: 6, error: 'greeting never received', failed_at: expect.any(Date) },
    ]);
  });

  it('L2 after a clock that went back, what was due ahead is due again; a retry that waits its time is left alone', async () => {
    await queue('failed@x.org');
    await sendDue(
      recorder(() => {
        throw new Error('greeting never received');
      }),
    );
    clock.advanceSeconds(40 * 86_400);
    await queue('ahead@x.org');
    clock.set('2026-11-20T10:00:00.000Z');
    const transport = recorder();
    for (const _ of [1, 2]) {
      await bringMailForward(db(), clock);
      await sendDue(transport);
      expect(transport.sent[0]).toBe('ahead@x.org');
      clock.advanceSeconds(-3_600);
    }
    expect(transport.sent).toEqual(['ahead@x.org', 'failed@x.org']);
  });

  it('gives up at once what the server refuses for good, and sends the others', async () => {
    await queue('never@x.org');
    await queue('b@x.org');
    const transport = recorder(({ recipient }) => {
      if (recipient.startsWith('never')) throw new MailRefused('550 no such user', { cause: null });
    });
    await sendDue(transport);
    expect(transport.sent).toEqual(['b@x.org']);
    expect(await waiting()).toMatchObject([{ recipient: 'never@x.org', error: '550 no such user' }]);
  });

  it('M10 a sealed message arrives in clear, and waits so that a reader of the database learns no word of it', async () => {
    const body = 'Follow https://x.org/reset-password#token=t0psecret';
    await queueSealedMail(db(), clock, secrets, { recipient: 'a@x.org', subject: 's', body });
    const { rows } = await sql<{ row: string }>`select m::text as row from mail_outbox m`.execute(db());
    expect(rows[0]?.row).not.toContain('t0psecret');
    expect(rows[0]?.row).not.toContain(Buffer.from('t0psecret').toString('hex'));
    const bodies: string[] = [];
    await sendDue(recorder((mail) => void bodies.push(mail.body)));
    expect(bodies).toEqual([body]);
  });

  it('a sealed message opens for its recipient alone: one that was redirected in the database is not sent', async () => {
    await queueSealedMail(db(), clock, secrets, { recipient: 'a@x.org', subject: 's', body: 'b' });
    await sql`update mail_outbox set recipient = 'thief@x.org'`.execute(db());
    const transport = recorder();
    await sendDue(transport);
    expect(transport.sent).toEqual([]);
    expect(await waiting()).toMatchObject([{ attempts: 1, failed_at: null, error: expect.any(String) }]);
  });

  it('M10 what was given up loses its text at once, and is gone after 30 days', async () => {
    await queue('never@x.org');
    await queueSealedMail(db(), clock, secrets, { recipient: 'never2@x.org', subject: 's', body: 'b' });
    const refuse = recorder(() => {
      throw new MailRefused('550 no such user', { cause: null });
    });
    await sendDue(refuse);
    const { rows } = await sql`select body, sealed, error from mail_outbox`.execute(db());
    expect(rows).toEqual(Array(2).fill({ body: null, sealed: null, error: '550 no such user' }));
    clock.advanceSeconds(30 * 86_400);
    await removeGivenUpMail(db(), clock);
    expect((await waiting()).length).toBe(2);
    clock.advanceSeconds(1);
    await removeGivenUpMail(db(), clock);
    expect(await waiting()).toEqual([]);
  });

  it('a message whose sender died is taken up by another after two minutes, and not before', async () => {
    await queue('a@x.org');
    let die: (error: Error) => void = () => {};
    const dying = sendDue({ send: () => new Promise((_, reject) => (die = reject)) });
    for (let i = 0; i < 100 && (await waiting()).some((row) => (row as { attempts: number }).attempts === 0); i++) {
      await new Promise((done) => setTimeout(done, 10));
    }
    const transport = recorder();
    clock.advanceSeconds(119);
    await sendDue(transport);
    expect(transport.sent).toEqual([]);
    clock.advanceSeconds(1);
    await sendDue(transport);
    expect(transport.sent).toEqual(['a@x.org']);
    die(new Error('killed'));
    await dying;
    expect(await waiting()).toEqual([]);
  });

  it('the sender polls when nudged, survives a database that is away, and stops after the message under way', async () => {
    let finish: () => void = () => {};
    const transport = recorder(({ recipient }) =>
      recipient === 'slow@x.org' ? new Promise((done) => (finish = done)) : undefined,
    );
    await sql`alter table mail_outbox rename to lost`.execute(db());
    const sender = openMailSender({
      db: db(),
      clock: databaseClock,
      secrets,
      transport,
      log,
      everyMilliseconds: 3_600_000,
    });
    await until(() => lines.join('').includes('outbox of mail not emptied'));
    await sql`alter table lost rename to mail_outbox`.execute(db());
    await queue('a@x.org');
    sender.nudge();
    sender.nudge();
    await until(() => transport.sent.length === 1);
    await queue('slow@x.org');
    await queue('late@x.org');
    sender.nudge();
    let stopped = false;
    await new Promise((done) => setTimeout(done, 100));
    const stopping = sender.stop().then(() => {
      stopped = true;
    });
    await new Promise((done) => setTimeout(done, 50));
    expect(stopped).toBe(false);
    finish();
    await stopping;
    expect(transport.sent).toEqual(['a@x.org', 'slow@x.org']);
    sender.nudge();
    expect(await waiting()).toMatchObject([{ recipient: 'late@x.org', attempts: 0 }]);
  });
});
