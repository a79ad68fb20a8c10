import { describe, expect, it } from 'vitest';
import { generateKey } from '../organizations/keys/format.ts';
import { openLog, withoutSecrets } from './log.ts';

describe('log', () => {
  it('is JSON by line, with time and level', () => {
    const lines: string[] = [];
    openLog({ level: 'info', write: (line) => lines.push(line) }).info({ id: 'req_1' }, 'request');
    expect(JSON.parse(lines[0] as string)).toMatchObject({ level: 30, id: 'req_1', msg: 'request' });
    expect(JSON.parse(lines[0] as string).time).toMatch(/Z$/);
  });

  it('S53 holds no secret, wherever one comes in', () => {
    const lines: string[] = [];
    const log = openLog({ level: 'debug', write: (line) => lines.push(line) });
    const { secret } = generateKey('live');
    const random = secret.slice(17);
    log.error({ err: new Error(`bad key ${secret}`), headers: { authorization: `Bearer ${secret}` } }, secret);
    log.info({
      body: JSON.stringify({ secret: 'whsec_abc/def+ghi=', password: 'correct horse' }),
      url: `/x?k=${secret}`,
    });
    log.warn({ password: 'correct horse', authorization: 'Basic dXNlcjpwYXNz' }, 'postgres://u:hunter2@db/geo');
    log.warn({ err: new Error('cannot reach smtps://geo:sw0rdfish@mail.example.com') }, 'mail not sent');
    log.debug({ cut: secret.slice(0, 30) });
    const text = lines.join('');
    for (const leak of [
      random,
      random.slice(0, 12),
      'abc/def',
      'correct horse',
      'dXNlcjpwYXNz',
      'hunter2',
      'sw0rdfish',
    ]) {
      expect(text).not.toContain(leak);
    }
    for (const line of lines) JSON.parse(line);
  });

  it('leaves everything else as it is', () => {
    const line = '{"msg":"the bearer of hl_live_x waits for a secret"}';
    expect(withoutSecrets(line)).toBe('{"msg":"the bearer [redacted] hl_live_x waits for a secret"}');
  });
});
