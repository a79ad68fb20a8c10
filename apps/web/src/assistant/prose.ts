import type { ProsePart } from './types.ts';

/** A piece of a line: words, or a number of the service's. */
export type Piece =
  | { readonly kind: 'words'; readonly text: string; readonly isBold: boolean }
  | { readonly kind: 'part'; readonly part: Exclude<ProsePart, { type: 'text' }>; readonly isBold: boolean };

/** A paragraph of lines, or a list with an item a line. */
export interface Block {
  readonly kind: 'paragraph' | 'bullets' | 'numbers';
  readonly lines: readonly (readonly Piece[])[];
}

const ITEM = /^\s*(?:([-*•])|\d{1,3}[.)])\s+/;
const HEADING = /^\s*#{1,6}\s+/;

/** The words of a model as blocks: paragraphs, lists and bold words. Nothing else is read from them, markup least of all. */
export function blocksOf(parts: readonly ProsePart[]): readonly Block[] {
  const blocks: { kind: Block['kind']; lines: Piece[][] }[] = [];
  let isApart = true;
  for (const line of linesOf(parts)) {
    const [first] = line;
    if (line.every((piece) => piece.kind === 'words' && piece.text.trim() === '')) {
      isApart = true;
      continue;
    }
    const item = first?.kind === 'words' ? ITEM.exec(first.text) : null;
    const kind = item === null ? 'paragraph' : item[1] === undefined ? 'numbers' : 'bullets';
    const shown = withoutMark(line, item === null ? HEADING : ITEM);
    const last = blocks.at(-1);
    const goesOn = last?.kind === kind && (kind !== 'paragraph' || !isApart);
    if (goesOn) last?.lines.push(shown);
    else blocks.push({ kind, lines: [shown] });
    isApart = false;
  }
  return blocks;
}

function withoutMark([first, ...rest]: readonly Piece[], mark: RegExp): Piece[] {
  if (first?.kind !== 'words') return first === undefined ? rest : [first, ...rest];
  return [{ ...first, text: first.text.replace(mark, '') }, ...rest];
}

function linesOf(parts: readonly ProsePart[]): Piece[][] {
  const lines: Piece[][] = [[]];
  let isBold = false;
  for (const part of parts) {
    if (part.type !== 'text') {
      lines.at(-1)?.push({ kind: 'part', part, isBold });
      continue;
    }
    for (const [no, line] of part.text.split('\n').entries()) {
      if (no > 0) {
        lines.push([]);
        isBold = false;
      }
      for (const [mark, text] of line.split('**').entries()) {
        if (mark > 0) isBold = !isBold;
        if (text !== '') lines.at(-1)?.push({ kind: 'words', text, isBold });
      }
    }
  }
  return lines;
}
