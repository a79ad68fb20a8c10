import { describe, expect, it } from 'vitest';
import { requireGoodPassword } from './newPassword.ts';

const ANN = { pointer: '#/password', words: ['Ann Miller', 'ann.miller@example.com'] };

describe('M9 new passwords', () => {
  const outcome = (password: string, hasSecondFactor = false) =>
    requireGoodPassword(password, { ...ANN, hasSecondFactor }).then(
      () => 'taken',
      ({ fields }: { fields: { errors: { detail: string }[] } }) => fields.errors[0]?.detail,
    );
  const SHORT = expect.stringMatching(/^The password needs at least 15 characters/);
  const GUESSED = expect.stringMatching(/^This password is among the first that are guessed/);

  it.each([
    ['correct horse battery', 'taken'],
    ['ein Pferd frißt 3 Äpfel', 'taken'],
    ['x7#Kq9!mV2$pL4wz', 'taken'],
    ['correct horse', SHORT],
    ['password', SHORT],
    // The published lists begin with these; digits around them add nothing.
    ['password1234567', GUESSED],
    ['123456789012345', GUESSED],
    ['!!!PASSWORD!!!!', GUESSED],
    ['passwordpassword', GUESSED],
    ['aaaaaaaaaaaaaaaaaaaa', GUESSED],
    ['abababababababab', GUESSED],
    ['Hinterland-2026-2026', GUESSED],
    ['ann.miller@example.com', GUESSED],
    ['2026--Miller--2026', GUESSED],
  ])('%j stands alone: %s', async (password, expected) => {
    expect(await outcome(password)).toEqual(expected);
  });

  it.each([
    ['two horses', 'taken'],
    ['1234567', expect.stringMatching(/^The password needs at least 8 characters/)],
    ['password', GUESSED],
    ['12345678', GUESSED],
    ['iloveyou!', GUESSED],
  ])('%j beside a second factor: %s', async (password, expected) => {
    expect(await outcome(password, true)).toEqual(expected);
  });

  it('counts characters as people do', async () => {
    expect(await outcome('🐎🐎🐎🐎🐎abcdefghi')).toEqual(SHORT);
  });
});
