import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cut, cutSentence, quoted } from './quotedText.ts';

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

it('leaves short texts alone and cuts long ones, never within a character', () => {
  expect([cut('x'.repeat(100)), cut('x'.repeat(101))]).toEqual(['x'.repeat(100), `${'x'.repeat(99)}…`]);
  expect(quoted('a"b')).toBe('"a\\"b"');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3000, size: 'max' }), (text) => {
      for (const [shown, most] of [
        [cut(text), 100],
        [cutSentence(text), 2000],
      ] as const) {
        expect(shown.length).toBeLessThanOrEqual(most);
        expect(text.startsWith(shown.replace(/…$/, ''))).toBe(true);
        if (isWellFormed(text)) expect(isWellFormed(shown)).toBe(true);
      }
    }),
  );
});
