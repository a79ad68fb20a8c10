import { describe, expect, it } from 'vitest';
import { blocksOf, type Piece } from './prose.ts';
import type { ProsePart } from './types.ts';

const figure = {
  type: 'figure',
  id: 'f1',
  text: '12,345',
  value: 12345,
  label: 'Residents',
  run: { tool: 'r1' },
  path: '/a',
} as const;
const text = (words: string): ProsePart => ({ type: 'text', text: words });
/** Bold words between stars, figures in braces. */
const read = (line: readonly Piece[]) =>
  line
    .map((piece) => (piece.kind === 'words' ? piece.text : `{${piece.part.text}}`))
    .map((words, i) => (line[i]?.isBold === true ? `*${words}*` : words))
    .join('');
const blocks = (...parts: ProsePart[]) => blocksOf(parts).map(({ kind, lines }) => [kind, lines.map(read)]);

describe('the words of a model', () => {
  it('are paragraphs at blank lines, lists and bold words, across figures', () => {
    expect(
      blocks(
        text('# North\nWithin **10 minutes live '),
        figure,
        text('** people.\n\n- one\n- two\n1. first\n2) second\nend'),
      ),
    ).toEqual([
      ['paragraph', ['North', 'Within *10 minutes live **{12,345}* people.']],
      ['bullets', ['one', 'two']],
      ['numbers', ['first', 'second']],
      ['paragraph', ['end']],
    ]);
  });

  it('stay words where they look like markup, links or pictures', () => {
    const words = '<img src=https://a.example/x onerror=alert(1)> [here](https://a.example) ![x](data:,) `code`';
    expect(blocks(text(words))).toEqual([['paragraph', [words]]]);
  });

  it('are read while they come: an open mark of bold ends with its line', () => {
    expect(blocks(text('a **b'))).toEqual([['paragraph', ['a *b*']]]);
    expect(blocks(text('a **b\nc'))).toEqual([['paragraph', ['a *b*', 'c']]]);
    expect(blocks(text(''), text('\n\n'))).toEqual([]);
    expect(blocks(figure, { type: 'unverified', text: '42' })).toEqual([['paragraph', ['{12,345}{42}']]]);
  });
});
