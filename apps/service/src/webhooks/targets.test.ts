import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProblemError } from '../kit/problem.ts';
import { startReceiver } from '../testing/receiver.ts';
import { scaled } from '../testing/scaled.ts';
import { isOwn, isPublic } from './addresses.ts';
import { resolveHost } from './resolve.ts';
import { makeSender, type SenderSettings } from './send.ts';
import { makeTargets, parseTarget, type TargetSettings } from './targets.ts';

const DENIED = `10.0.0.1 10.254.0.0 172.16.0.1 172.31.255.255 192.168.10.65 100.64.0.1 100.127.255.254 127.0.0.1
  127.254.254.254 169.254.169.254 169.254.45.1 0.0.0.0 0.1.2.3 255.255.255.255 224.1.2.3 233.252.0.16 192.0.0.0
  192.0.0.255 192.0.2.255 198.51.100.65 203.0.113.6 192.88.99.3 198.18.0.0 240.240.240.240 :: ::1 ::ffff:127.0.0.1
  ::ffff:0.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 2001:db8::1 3fff::dead:beef fe80::1 fe80::dead:beef febf::1
  fd7a:115c:a1e0::1 fd00::1 fc00::1 64:ff9b::ac1c:5 64:ff9b::808:808 64:ff9b::c0a8:0 64:ff9b:1::1 2002:a00:1::1
  2002:808:808::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 5f00::dead:beef 100::1:2:3:4 ff02::2 ff0e::1 fec0::1
  ::127.0.0.1 2001:2::1 2001:2:0:ffff::1 2001:1::1 2001:3::1 2001:4:112::1 2001:1ff::1 2620:4f:8000::1 192.31.196.1
  192.52.193.1 192.175.48.1 100:0:0:1::1 100:0:0:1:ffff::`.split(/\s+/);
const ALLOWED = `1.1.1.1 8.8.8.8 100.63.255.254 100.128.0.1 172.32.0.1 2001:4860:4860::8888 2606:4700:4700::1111
  64:ff9c::1 ::ffff:8.8.8.8 2001:200::1 2620:4f:8001::1 192.31.197.1 100:0:0:2::1`.split(/\s+/);

/** Ways of writing 127.0.0.1 that URL parsers read as that address. */
const DISGUISED = `127.1 2130706433 0x7f.1 0x7f000001 0177.0.0.1 017700000001 ①②⑦.⓪.⓪.① %31%32%37.0.0.1 127.0.0.1.
  [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::1] [::]`.split(/\s+/);

const inUrl = (address: string): string => (address.includes(':') ? `[${address}]` : address);
const never = () => {
  throw new Error('looked up');
};
const settings = (more: Partial<TargetSettings> = {}): TargetSettings => ({
  resolve: never,
  allowedNetworks: [],
  baseUrl: () => 'https://geo.example.com',
  ...more,
});
const signal = () => AbortSignal.timeout(scaled(5000));

/** The detail of the refusal, or the address as it would be stored. */
async function register(url: string, more: Partial<TargetSettings> = {}): Promise<string> {
  try {
    return await makeTargets(settings(more)).register(url, signal());
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    expect(error.code).toBe('validation_error');
    expect(error.fields.errors).toMatchObject([{ pointer: '#/url' }]);
    return error.message;
  }
}

/** A sender whose connections are counted and lead nowhere. */
function trapped(resolve: TargetSettings['resolve'], more: Partial<SenderSettings> = {}) {
  const opened: unknown[] = [];
  const send = makeSender({
    targets: makeTargets(settings({ resolve })),
    timeoutMilliseconds: scaled(2000),
    connect: (options) => {
      opened.push(options);
      throw new Error('connected');
    },
    ...more,
  });
  return { opened, send: (url: string) => send(url, {}, '{}') };
}

describe('ports of other protocols', () => {
  const allowedPorts = [8443];
  it.each([22, 80, 1023, 1024, 5432, 6379, 8080, 11211])('%d is refused', async (port) => {
    for (const host of ['8.8.8.8', 'example.com']) {
      const refused = await register(`https://${host}:${port}/`, { allowedPorts, resolve: async () => ['8.8.8.8'] });
      expect(refused).toContain('at port 443 or one that the operator of this service allows');
    }
  });
  it('443 is taken, and those that the operator lists; 8443 is not without it', async () => {
    for (const url of ['https://8.8.8.8/', 'https://8.8.8.8:443/', 'https://8.8.8.8:8443/'])
      expect(await register(url, { allowedPorts })).toMatch(/^https:/);
    expect(await register('https://8.8.8.8:8443/')).toContain('blocked');
  });
  it('in networks that the operator has opened each from 1024 on is taken, and no other', async () => {
    const allowedNetworks = ['10.0.0.0/8'];
    expect(await register('https://10.0.0.1:9443/', { allowedNetworks })).toMatch(/^https:/);
    for (const url of ['https://10.0.0.1:22/', 'https://8.8.8.8:9443/'])
      expect(await register(url, { allowedNetworks })).toContain('blocked');
  });
  it.each(['https://example.com/hook#part', 'https://example.com/#'])('a fragment is refused: %s', async (url) =>
    expect(await register(url)).toContain('must not have a fragment'),
  );
});

describe('S206 S207 S209 addresses of webhooks, by their text', () => {
  it.each([
    ['example.com/hook', 'must be absolute'],
    ['/hook', 'must be absolute'],
    ['//example.com/hook', 'must be absolute'],
    ['https:example.com', 'must be absolute'],
    ['https:/example.com', 'must be absolute'],
    ['', 'must be absolute'],
    ['http://example.com/', 'must begin with https'],
    ['ftp://example.com/', 'must begin with https'],
    ['wss://example.com/', 'must begin with https'],
    ['file:///etc/passwd', 'must begin with https'],
    ['https://ann:pw@example.com/', 'user name or password'],
    ['https://ann@example.com/', 'user name or password'],
    ['https://@example.com/', 'user name or password'],
    ['https://:@example.com/', 'user name or password'],
    ['https://example.com%40127.0.0.1@8.8.8.8/', 'user name or password'],
    ['https:\\\\example.com\\', 'backslashes'],
    ['https://8.8.8.8\\@127.0.0.1/', 'backslashes'],
    ['https://exa\tmple.com/', 'control characters'],
    ['https://example.com/\n', 'control characters'],
    [' https://example.com/', 'spaces'],
    ['https://exa mple.com/', 'spaces'],
    ['https://', 'not a valid address'],
    ['https:///hook', 'not a valid address'],
    ['https://example.com:99999/', 'not a valid address'],
    ['https://[::1/', 'not a valid address'],
    ['https://1.2.3.4.5/', 'not a valid address'],
    ['https://256.1.1.1/', 'not a valid address'],
    ['https://example.com./', 'end with a dot'],
  ])('%j is refused: %s', async (url, why) => {
    expect(await register(url, { resolve: async () => ['8.8.8.8'] })).toContain(why);
  });

  it('what is good is stored in its one written form', () => {
    expect(parseTarget('HTTPS://EXAMPLE.com:443/a/../Hook?x=1').href).toBe('https://example.com/Hook?x=1');
    expect(parseTarget('https://bücher.example/').href).toBe('https://xn--bcher-kva.example/');
    expect(parseTarget('https://example.com:8443/').href).toBe('https://example.com:8443/');
    expect(parseTarget('https://example.com/@me').href).toBe('https://example.com/@me');
  });
});

describe('S208 only public addresses', () => {
  it('76 vectors are judged', () => {
    expect([DENIED.length, ALLOWED.length]).toEqual([63, 13]);
  });

  it.each(DENIED)('L3 %s is refused as an address, as a name of it, and at each connection', async (address) => {
    expect(isPublic(address)).toBe(false);
    expect(await register(`https://${inUrl(address)}/`)).toContain('blocked address');
    expect(await register('https://example.com/', { resolve: async () => ['8.8.8.8', address] })).toContain('blocked');
    const literal = trapped(never);
    expect(await literal.send(`https://${inUrl(address)}/`)).toEqual(BLOCKED);
    const named = trapped(async () => ['8.8.8.8', address]);
    expect(await named.send('https://example.com/')).toEqual(BLOCKED);
    expect([literal.opened, named.opened]).toEqual([[], []]);
  });

  it.each(ALLOWED)('%s is allowed', async (address) => {
    expect(isPublic(address)).toBe(true);
    const url = `https://${inUrl(address)}/`;
    expect(await register(url)).toBe(new URL(url).href);
    expect(await register('https://example.com/', { resolve: async () => [address] })).toBe('https://example.com/');
  });

  it.each([...DISGUISED, 'localhost', 'a.localhost', 'LOCALHOST', 'db.internal', 'printer.local', 'intranet'])(
    'https://%s/ leads inside and is refused',
    async (host) => {
      expect(await register(`https://${host}/`)).toMatch(/blocked address|end with a dot/);
      const { send, opened } = trapped(never);
      expect(await send(`https://${host}/`)).toEqual(BLOCKED);
      expect(opened).toEqual([]);
    },
  );

  it('3.3.6 the service itself is no target', async () => {
    const resolve = async () => ['8.8.8.8'];
    expect(await register('https://geo.example.com/hook', { resolve })).toContain('this service');
    expect(await register('https://geo.example.com:8443/hook', { resolve, allowedPorts: [8443] })).toContain(
      'https://geo',
    );
  });

  it('3.3.6 the addresses of the machine are its own, and no others', () => {
    const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
    expect(own.length).toBeGreaterThan(0);
    expect(own.every(({ address }) => isOwn(address))).toBe(true);
    expect(ALLOWED.some(isOwn)).toBe(false);
  });

  it('D135 a name that cannot be looked up is registered, and deliveries show it', async () => {
    const resolve = async () => {
      throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
    };
    expect(await register('https://example.com/', { resolve })).toBe('https://example.com/');
    expect(await trapped(resolve).send('https://example.com/')).toMatchObject({ error: 'dns_error' });
    expect(await trapped(async () => []).send('https://example.com/')).toMatchObject({ error: 'dns_error' });
  });

  it('3.3.8 networks that the operator allows, and no others', async () => {
    const allowedNetworks = ['127.0.0.0/8', 'fd00::/8'];
    expect(await register('https://127.0.0.1:8443/', { allowedNetworks })).toBe('https://127.0.0.1:8443/');
    expect(await register('https://[fd00::1]/', { allowedNetworks })).toBe('https://[fd00::1]/');
    expect(await register('https://10.0.0.1/', { allowedNetworks })).toContain('blocked');
    const resolve = async () => ['127.0.0.1'];
    expect(await register('https://localhost/', { allowedNetworks, resolve })).toBe('https://localhost/');
  });
});

const BLOCKED = { delivered: false, responseCode: null, error: 'blocked' };

describe('names that change', () => {
  let trap: Server;
  let touched = 0;
  let port: number;
  beforeAll(async () => {
    trap = createServer((socket) => {
      touched++;
      socket.destroy();
    });
    await new Promise<void>((done) => trap.listen(0, '127.0.0.1', done));
    port = (trap.address() as { port: number }).port;
  });
  afterAll(() => trap.close());

  it('rebinding: public at registration, private at delivery: nothing is sent', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']];
    const lookups: string[] = [];
    const resolve = async (name: string) => {
      lookups.push(name);
      return answers.shift() as string[];
    };
    const targets = makeTargets(settings({ resolve, allowedPorts: [port] }));
    const url = await targets.register(`https://rebind.example.com:${port}/`, signal());
    const send = makeSender({ targets, timeoutMilliseconds: scaled(2000) });
    expect(await send(url, {}, '{}')).toEqual(BLOCKED);
    expect(lookups).toEqual(['rebind.example.com', 'rebind.example.com']);
    for (const host of ['127.0.0.1', '127.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost']) {
      expect(await send(`https://${host}:${port}/`, {}, '{}')).toEqual(BLOCKED);
    }
    expect(touched).toBe(0);
  });

  it('one lookup per attempt: the connection goes to the address that was checked, whatever the name says next', async () => {
    const receiver = await startReceiver();
    try {
      const answers = [['127.0.0.1'], ['10.0.0.1']];
      const targets = makeTargets(
        settings({ resolve: async () => answers.shift() as string[], allowedNetworks: ['127.0.0.0/8'] }),
      );
      const send = makeSender({ targets, timeoutMilliseconds: scaled(5000), ca: receiver.ca });
      const url = `https://receiver.example.com:${receiver.port}/hook`;
      expect(await send(url, {}, '{}')).toEqual({ delivered: true, responseCode: 204, error: null });
      expect(receiver.received[0]?.headers.host).toBe(`receiver.example.com:${receiver.port}`);
      expect(answers.length).toBe(1);
      expect(await send(url, {}, '{}')).toEqual(BLOCKED);
      expect(receiver.connections()).toBe(1);
    } finally {
      await receiver.close();
    }
  });

  it('a lookup of the real name servers ends when it is given up', async () => {
    const controller = new AbortController();
    const looking = resolveHost('hinterland.invalid', controller.signal);
    controller.abort();
    await expect(looking).rejects.toThrow();
    await expect(resolveHost('hinterland.invalid', controller.signal)).rejects.toThrow();
  });
});
