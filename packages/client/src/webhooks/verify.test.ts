import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventEnvelope } from '@hinterland/contract';
import { describe, expect, it, vi } from 'vitest';
import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from './index.ts';

/** Made with node:crypto and with the stripe library, which agree. */
const VECTOR = {
  secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  time: 1_700_000_000,
  body: '{"id":"evt_1","type":"ping","createdAt":"2023-11-14T22:13:20.000Z","data":{"message":"ping"}}',
  header: 't=1700000000,v1=5236885799c18a015ed17d0890daaa168837088d485ac563b8a919eca59cf0a6',
};
const at = (seconds: number) => ({ now: (VECTOR.time + seconds) * 1000 });
const faultOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.fault;
    throw error;
  }
  return 'verified';
};
const fault = (
  {
    body = VECTOR.body as string | Uint8Array,
    header = VECTOR.header as string | string[] | null,
    secret = VECTOR.secret as string | string[],
  } = {},
  options = at(0),
) => faultOf(() => verifyWebhook(body, header, secret, options));

describe('verifyWebhook', () => {
  it('F takes the vector of the contract, as text and as bytes', () => {
    const event: WebhookEvent = verifyWebhook(VECTOR.body, VECTOR.header, VECTOR.secret, at(0));
    expect(event).toEqual(JSON.parse(VECTOR.body));
    expect(
      verifyWebhook(Buffer.from(VECTOR.body), VECTOR.header, VECTOR.secret, { now: new Date(VECTOR.time * 1000) }),
    ).toEqual(event);
    // The typed events are those that the service sends.
    const same: EventEnvelope<'ping'> | null = event.type === 'ping' ? event : null;
    expect(same?.data.message).toBe('ping');
  });

  it('S237 refuses what is more than 300 seconds away, to either side', () => {
    expect([-301, -300, 0, 300, 301].map((seconds) => fault({}, at(seconds)))).toEqual([
      'outside_tolerance',
      'verified',
      'verified',
      'verified',
      'outside_tolerance',
    ]);
    expect(fault({}, { ...at(20), toleranceSeconds: 10 } as never)).toBe('outside_tolerance');
    expect(fault({}, { now: Number.NaN })).toBe('outside_tolerance');
    expect(fault({}, {} as never)).toBe('outside_tolerance');
  });

  it('refuses another body, another secret, another time, and a key without its prefix', () => {
    expect(fault({ body: JSON.stringify(JSON.parse(VECTOR.body), null, 1) })).toBe('wrong_signature');
    expect(fault({ body: `${VECTOR.body} ` })).toBe('wrong_signature');
    expect(fault({ body: '' })).toBe('wrong_signature');
    expect(fault({ secret: VECTOR.secret.slice(6) })).toBe('wrong_signature');
    expect(fault({ header: VECTOR.header.replace('t=1700000000', 't=1700000001') })).toBe('wrong_signature');
    expect(fault({ header: VECTOR.header.replace(/.$/, '7') })).toBe('wrong_signature');
  });

  it('takes any of several signatures and secrets, as after a rotation', () => {
    const two = VECTOR.header.replace(',', `,v1=${'0'.repeat(64)},`);
    expect(fault({ header: two })).toBe('verified');
    expect(fault({ header: [`t=${VECTOR.time}`, VECTOR.header.split(',')[1] as string] })).toBe('verified');
    expect(fault({ secret: ['whsec_other', VECTOR.secret] })).toBe('verified');
    expect(fault({ secret: ['whsec_other'] })).toBe('wrong_signature');
  });

  it.each([
    [null, 'missing_signature'],
    ['', 'missing_signature'],
    [[], 'missing_signature'],
    ['x', 'malformed_signature'],
    ['t=1700000000', 'malformed_signature'],
    ['v1=5236', 'malformed_signature'],
    [`v1=${'a'.repeat(64)}`, 'malformed_signature'],
    [`t=-1,v1=${'a'.repeat(64)}`, 'malformed_signature'],
    [`t=1e9,v1=${'a'.repeat(64)}`, 'malformed_signature'],
    [`t=1,t=2,v1=${'a'.repeat(64)}`, 'malformed_signature'],
    [`t=1700000000,v0=${'a'.repeat(64)}`, 'malformed_signature'],
    [`t=1700000000,v1=${'A'.repeat(64)}`, 'malformed_signature'],
  ] as [string | string[] | null, string][])('header %j: %s', (header, expected) => {
    expect(fault({ header })).toBe(expected);
  });

  it('an empty secret is a mistake of the program, not of the sender', () => {
    expect(() => fault({ secret: '' })).toThrow(TypeError);
    expect(() => fault({ secret: [] })).toThrow(TypeError);
  });
});

describe('the samples of docs/guides/webhooks.md take the vector and refuse what is wrong', async () => {
  const text = await readFile(new URL('../../../../docs/guides/webhooks.md', import.meta.url), 'utf8');
  const sample = (language: string, word: string): string =>
    [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].find(
      ([, name, code]) => name === language && code?.includes(word),
    )?.[2] as string;
  const inFolder = async <T>(name: string, code: string, use: (path: string) => Promise<T>): Promise<T> => {
    const folder = await mkdtemp(join(tmpdir(), 'hinterland-sample-'));
    try {
      await writeFile(join(folder, name), code);
      return await use(join(folder, name));
    } finally {
      await rm(folder, { recursive: true });
    }
  };
  const has = (program: string, ...args: string[]): boolean => {
    try {
      execFileSync(program, args, { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  const wrong = VECTOR.header.replace(/.$/, '7');

  it('TypeScript', async () => {
    const client = new URL('./index.ts', import.meta.url).href;
    const code = sample('ts', 'createServer').replace("'@hinterland/client/webhooks'", JSON.stringify(client));
    vi.stubEnv('PORT', '0');
    vi.stubEnv('WEBHOOK_SECRET', VECTOR.secret);
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    vi.useFakeTimers({ now: VECTOR.time * 1000, toFake: ['Date'] });
    try {
      await inFolder('receiver.mjs', code, async (path) => {
        const { server } = (await import(/* @vite-ignore */ path)) as { server: Server };
        if (!server.listening) await once(server, 'listening');
        const post = async (header: string) => {
          const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
          const headers = { 'X-Service-Signature': header };
          return (await fetch(url, { method: 'POST', headers, body: VECTOR.body })).status;
        };
        expect([await post(VECTOR.header), await post(wrong)]).toEqual([204, 400]);
        expect(log).toHaveBeenCalledExactlyOnceWith('evt_1', 'ping');
        server.close();
        server.closeAllConnections();
      });
    } finally {
      vi.useRealTimers();
      vi.unstubAllEnvs();
      vi.restoreAllMocks();
    }
  });

  it.runIf(has('python3', '-c', 'import hmac'))('Python (where python3 is)', async () => {
    const check = `
import sys
try:
    print(verify_webhook(sys.argv[1].encode(), sys.argv[2], sys.argv[3], now=float(sys.argv[4]))["id"])
except ValueError as error:
    print(error)
`;
    await inFolder('sample.py', sample('python', 'verify_webhook') + check, async (path) => {
      const run = (header: string, now: number) =>
        execFileSync('python3', [path, VECTOR.body, header, VECTOR.secret, String(now)], { encoding: 'utf8' }).trim();
      expect(run(VECTOR.header, VECTOR.time + 300)).toBe('evt_1');
      expect(run(VECTOR.header, VECTOR.time + 301)).toBe('outside tolerance');
      expect(run(wrong, VECTOR.time)).toBe('wrong signature');
      expect(run('v1=é', VECTOR.time)).toBe('malformed signature');
    });
  });

  it.runIf(has('openssl', 'version') && has('sh', '-c', 'true'))('shell (where openssl is)', async () => {
    await inFolder('verify.sh', sample('sh', 'openssl'), async (path) => {
      const run = (header: string, now: number) =>
        new Promise<number>((done) => {
          const env = { ...process.env, NOW: String(now) };
          const child = execFile('sh', [path, header, VECTOR.secret], { env }, (error) => done(error === null ? 0 : 1));
          child.stdin?.end(VECTOR.body);
        });
      expect(await run(VECTOR.header, VECTOR.time + 300)).toBe(0);
      expect(await run(VECTOR.header, VECTOR.time + 301)).toBe(1);
      expect(await run(VECTOR.header, VECTOR.time - 301)).toBe(1);
      expect(await run(wrong, VECTOR.time)).toBe(1);
    });
  });
});
