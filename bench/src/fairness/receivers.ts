import type { Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

/** Receivers of webhooks on this machine, with a certificate of their own authority. */
export interface Receivers {
  /** Certificate that the service has to trust. */
  readonly authority: string;
  /** Answers at once. */
  readonly quick: string;
  /** Answers 200 and never ends its body. */
  readonly endless: string;
  /** Milliseconds from each event of the quick receiver to its first arrival, by the id of its job. */
  readonly arrivals: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export async function openReceivers(): Promise<Receivers> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'receiver' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  const arrivals = new Map<string, number>();
  const quick = createServer({ key, cert }, async (request, response) => {
    const arrived = Date.now();
    let text = '';
    for await (const chunk of request) text += chunk;
    response.writeHead(204).end();
    const { createdAt, data } = JSON.parse(text);
    const id = data.job?.id as string | undefined;
    if (id !== undefined && !arrivals.has(id)) arrivals.set(id, arrived - Date.parse(createdAt));
  });
  const endless = createServer({ key, cert }, (request, response) => {
    request.resume();
    response.writeHead(200).write('…');
  });
  const servers = [quick, endless];
  const [quickUrl, endlessUrl] = await Promise.all(servers.map(listen));
  return {
    authority: cert,
    quick: quickUrl as string,
    endless: endlessUrl as string,
    arrivals,
    async close() {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve(`https://127.0.0.1:${port}/hook`);
    });
  });
}
