/** The conformance suite sends no key, so this passes its requests on with one. Host and Origin stay what they say. */
import { createServer, request } from 'node:http';

/**
 * @param {{ upstream: URL, key: string }} options
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function proxyWithKey({ upstream, key }) {
  const server = createServer((incoming, outgoing) => {
    const own = `localhost:${server.address().port}`;
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    if (headers.host === own) headers.host = upstream.host;
    if (headers.origin === `http://${own}`) headers.origin = upstream.origin;
    const passed = request(new URL(incoming.url, upstream), { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise((listening) => server.listen(0, 'localhost', listening));
  return { url: `http://localhost:${server.address().port}/mcp`, close: () => server.close() };
}
