import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** The demo on a home and its session; it sends webhooks to the receiver. */
export async function startDemo(root, home, receiver) {
  const args = ['apps/cli/bin/hinterland.js', 'demo', '--home', home, '--port', '0'];
  const env = {
    ...process.env,
    HINTERLAND_WEBHOOK_NETWORKS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: receiver.authority,
    HINTERLAND_LOG_LEVEL: 'error',
  };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (/quotedCredits/.test(printed)) break;
  }
  const url = /listens on (\S+)/.exec(printed)?.[1];
  const [, email, password] = /Sign in there as (\S+) \(password, shown once: (.+)\)/.exec(printed) ?? [];
  const session = await signIn(url, { email, password });
  return {
    url,
    ...session,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Signs in at a service: asks of its session surface, and the cookie as a browser keeps it. */
export async function signIn(url, who) {
  let cookie = '';
  const ask = async (method, path, body, headers = {}) => {
    const answered = await fetch(`${url}/web/v1${path}`, {
      method,
      headers: { Origin: url, Cookie: cookie, 'Content-Type': 'application/json', ...headers },
      ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
    });
    if (!answered.ok) throw new Error(`${method} ${path}: ${await answered.text()}`);
    const [set] = answered.headers.getSetCookie();
    if (set !== undefined) cookie = set.split(';')[0];
    return answered.json();
  };
  await ask('POST', '/sign-in', who);
  const [name, value] = cookie.split(/=(.*)/s);
  return { ask, cookie: { name, value, url } };
}

/** A receiver of webhooks over HTTPS with a certificate of its own. */
export async function startReceiver(home) {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'receiver' }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  const authority = join(home, 'receiver.pem');
  writeFileSync(authority, cert);
  const receiver = { status: 204, authority };
  const server = createServer({ key, cert }, (_, response) => response.writeHead(receiver.status).end());
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  receiver.url = `https://127.0.0.1:${server.address().port}/hinterland`;
  receiver.close = () => server.close();
  return receiver;
}
