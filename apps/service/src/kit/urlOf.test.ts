import { expect, it } from 'vitest';
import { urlOf } from './urlOf.ts';

it('reads addresses outside ASCII after any number of calls', () => {
  for (let i = 0; i < 20_000; i++) urlOf(`https://example.com/${i}`);
  expect(urlOf('https://bücher.example/')?.href).toBe('https://xn--bcher-kva.example/');
  expect(urlOf('https://')).toBeNull();
  expect(urlOf('/hook')).toBeNull();
});
