import type { Words } from '../words.ts';

/** A code of a sector within a label. */
const SECTOR = /\b[a-z_]+\.[a-z_]+\b/g;

/** Returns the label of a line of a price in the reader's language: sectors and topics by their names. Brands have their own. */
export function priceLabel(label: string, words: Words): string {
  const own = words.language === 'en' ? null : words.translate(label, 'price');
  const text = own ?? label.split(', ').map(words.code).join(', ');
  return text.replace(SECTOR, (code) => words.tell({ sector: code, name: code }));
}
