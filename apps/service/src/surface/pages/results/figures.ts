import { attribute, type Html, html } from '../html.ts';

/** Units at the end of a name, the words that stand for them, and what a value is divided by. */
const UNITS: readonly (readonly [RegExp, string, number])[] = [
  [/Seconds$/, 'min', 60],
  [/(^s|S)quareMeters$/, 'm²', 1],
  [/SquareKm$/, 'km²', 1],
  [/Meters$/, 'm', 1],
  [/Minutes$/, 'min', 1],
];

const unitOf = (name: string) => UNITS.find(([end]) => end.test(name));

/** "bandSeconds" reads "Band, min", "male_0_4" reads "Male 0 4". */
export function titleOf(name: string): string {
  const unit = unitOf(name);
  const plain = unit === undefined ? name : name.replace(unit[0], '');
  const words = plain
    .replace(/_/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  const shown = title === '' ? 'Size' : title;
  return unit === undefined ? shown : `${shown}, ${unit[1]}`;
}

const isShare = (name: string): boolean => /share(Of[A-Z]\w*)?$/i.test(name);
const isDegrees = (name: string): boolean => name === 'lat' || name === 'lng';

/** A figure as people read it: no decimals from 100 on, shares in percent. `name` is that of the member. */
export function figureOf(value: number, name: string): string {
  if (isDegrees(name)) return value.toFixed(5);
  if (isShare(name) && Math.abs(value) <= 1) return `${rounded(value * 100, 1)} %`;
  const shown = value / (unitOf(name)?.[2] ?? 1);
  return rounded(shown, Math.abs(shown) >= 100 ? 0 : 2) + (/percent$/i.test(name) ? ' %' : '');
}

const rounded = (value: number, decimals: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: decimals });

/** A value that is no list and no object. Codes such as local_government_area read as words. */
export function scalar(value: unknown, name: string): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map((one) => scalar(one, name)).join(', ') || '–';
  if (typeof value === 'number') return figureOf(value, name);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  return /^[a-z]+(_[a-z0-9]+)+$/.test(text) ? text.replace(/_/g, ' ') : text;
}

/** A cell of a table: figures stand to the right. */
export const cell = (value: unknown, name: string): Html =>
  html`<td${typeof value === 'number' && attribute('align', 'right')}>${scalar(value, name)}</td>`;
