import { describe, expect, it } from 'vitest';
import type { Exchange } from './exchange.ts';
import { requireSameSite } from './sameSite.ts';

/** Whether a request with that Origin, sent to that Host, passes as one of a page of the service. */
function passes(baseUrl: string, origin: string, host: string): boolean {
  const headers: Record<string, string> = { origin, host };
  const exchange = { header: (name: string) => headers[name] } as unknown as Exchange;
  try {
    requireSameSite(exchange, baseUrl);
    return true;
  } catch {
    return false;
  }
}

describe('pages of this service', () => {
  it.each([
    '127.0.0.1:8080',
    'localhost:8080',
    '[::1]:8080',
    '192.168.1.5:8080',
    '172.20.0.3:8080',
    '[fd00::5]:8080',
    'office:8080',
    'office.local:8080',
  ])('of one that is known by a loopback address are those at %s', (host) =>
    expect(passes('http://127.0.0.1:8080', `http://${host}`, host)).toBe(true),
  );

  it.each([
    'evil.example',
    'evil.example:8080',
    '127.0.0.1.evil.example:8080',
    'a.b:8080',
    '203.0.113.9',
    '8.8.8.8:8080',
    '[2001:4860:4860::8888]:8080',
  ])('L6 are not those at %s, a name that may be pointed at this machine or an address of elsewhere', (host) => {
    for (const known of ['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])
      expect(passes(known, `http://${host}`, host)).toBe(false);
  });

  it('of one with a public address are those at it, and at other names that lead there', () => {
    expect(passes('https://geo.example.com', 'https://geo.example.com', 'inner:8080')).toBe(true);
    expect(passes('https://geo.example.com', 'https://maps.example.com', 'maps.example.com')).toBe(true);
    expect(passes('https://geo.example.com', 'http://maps.example.com', 'maps.example.com')).toBe(false);
    expect(passes('https://geo.example.com', 'https://evil.example', 'geo.example.com')).toBe(false);
  });
});
