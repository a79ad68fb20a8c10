import type { Words } from '../words.ts';
import { type SectorName, type Statement, statementOf, type Value } from './statement.ts';

/** A code of a sector within a label. */
const SECTOR = /\b[a-z_]+\.[a-z_]+\b/g;

/** A line of a price, as far as its label goes. */
interface Labelled {
  readonly label: string;
}

/** Returns the label of a line of a price in the reader's language: sectors and topics by their names. Brands have their own. */
export function priceLabel(line: Labelled, words: Words): string {
  const statement = statementOf(line, 'label');
  if (statement === undefined) return recognized(line.label, words);
  // English has the codes of sectors, for which its readers have names.
  const own = words.language === 'en' ? null : words.state(statement);
  return own ?? sectorsIn(statement).reduce((text, one) => text.replace(one.name, words.tell(one)), line.label);
}

const sectorsIn = ({ values }: Statement): SectorName[] => Object.values(values).flatMap(sectorsOf);
const sectorsOf = (value: Value): SectorName[] => {
  if (Array.isArray(value)) return value.flatMap(sectorsOf);
  return typeof value === 'object' && 'sector' in value ? [value] : [];
};

/** The same of a label that was stored before labels had codes. */
function recognized(label: string, words: Words): string {
  const own = words.language === 'en' ? null : words.translate(label, 'price');
  const text = own ?? label.split(', ').map(words.code).join(', ');
  return text.replace(SECTOR, (code) => words.tell({ sector: code, name: code }));
}
