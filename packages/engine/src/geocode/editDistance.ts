/** Computes the row of the distance table for the first `depth` letters of a word; returns its least value. */
export function fillRow(rows: Uint8Array, width: number, depth: number, word: string, text: string): number {
  const own = depth * width;
  const above = own - width;
  const letter = word[depth - 1];
  rows[own] = depth;
  let least = depth;
  for (let i = 1; i < width; i++) {
    const replaced = rows[above + i - 1]! + (text[i - 1] === letter ? 0 : 1);
    let value = Math.min(replaced, rows[above + i]! + 1, rows[own + i - 1]! + 1);
    if (depth > 1 && i > 1 && text[i - 1] === word[depth - 2] && text[i - 2] === letter) {
      value = Math.min(value, rows[above - width + i - 2]! + 1);
    }
    rows[own + i] = value;
    if (value < least) least = value;
  }
  return least;
}

/** Returns the edits from one text to another, at most `most` + 1. */
export function editDistance(text: string, word: string, most: number): number {
  if (Math.abs(text.length - word.length) > most) return most + 1;
  const width = text.length + 1;
  const rows = new Uint8Array(width * (word.length + 1));
  for (let i = 0; i < width; i++) rows[i] = i;
  for (let depth = 1; depth <= word.length; depth++) {
    if (fillRow(rows, width, depth, word, text) > most) return most + 1;
  }
  return rows[rows.length - 1]!;
}
