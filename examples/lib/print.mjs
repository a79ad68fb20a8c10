/** 1234.5 as 1,235; digits after the point where asked for. */
export const number = (value, digits = 0) =>
  value === null || value === undefined
    ? '–'
    : value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Prints rows under a heading; columns of figures after the first are set to the right. */
export function table(heading, rows) {
  const cells = [heading, ...rows].map((row) =>
    row.map((cell) => (typeof cell === 'number' ? number(cell) : String(cell))),
  );
  const isFigure = heading.map((_, column) => column > 0 && cells.slice(1).every((row) => /^[–\d-]/.test(row[column])));
  const widths = heading.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  for (const row of cells) {
    const line = row.map((cell, i) => (isFigure[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i])));
    console.log(line.join('  ').trimEnd());
  }
}
