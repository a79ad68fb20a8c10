import { expect, it } from 'vitest';
import { oncePerText } from './oncePerText.ts';

it('makes what belongs to a text once, also where that is nothing, and starts anew beyond so many texts', () => {
  const made: string[] = [];
  const find = oncePerText((text) => {
    made.push(text);
    return text === 'none' ? undefined : text.length;
  }, 3);
  expect(['one', 'none', 'one', 'none', 'three', 'one'].map(find)).toEqual([3, undefined, 3, undefined, 5, 3]);
  expect(made).toEqual(['one', 'none', 'three']);
  expect(['four', 'one', 'four', 'one'].map(find)).toEqual([4, 3, 4, 3]);
  expect(made).toEqual(['one', 'none', 'three', 'four', 'one']);
});
