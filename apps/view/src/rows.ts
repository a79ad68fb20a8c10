import { isObject, limitOf, objectsIn } from '@hinterland/answers';
import { element } from './element.ts';

interface Rows {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [name: string, ...figures: string[]])[];
}

const ROWS_MAX = 12;

/** The figures of bands, of a network or of candidates, in the reader's language of numbers; null where there are none. */
function rowsOf(result: Readonly<Record<string, unknown>>, locale: string | undefined): Rows | null {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const people = (value: unknown) => (typeof value === 'number' ? whole.format(value) : 'not known');
  const part = (value: unknown) => (typeof value === 'number' ? share.format(value) : 'not known');
  const bands = objectsIn(result.bands);
  if (bands.length > 0)
    return {
      caption: 'Residents within reach',
      columns: ['Within', 'Residents'],
      rows: bands.slice(0, ROWS_MAX).map((band) => [limitOf(band) ?? '', people(band.cumulativeResidents)]),
    };
  if (isObject(result.network)) {
    const { network } = result;
    const stores = objectsIn(result.stores);
    return {
      caption: 'People whom stores reach',
      columns: ['Store', 'Reached', 'Only by it'],
      rows: [
        ...stores
          .slice(0, ROWS_MAX)
          .map((one): [string, string, string] => [
            String(one.name ?? one.id),
            people(one.reached),
            people(one.exclusive),
          ]),
        ['All stores', people(network.covered), ''],
      ],
    };
  }
  const candidates = objectsIn(result.candidates);
  if (candidates.length === 0) return null;
  return {
    caption: 'Candidates, best first',
    columns: ['Candidate', 'Score', 'Keeps its rank'],
    rows: candidates
      .slice(0, ROWS_MAX)
      .map((one) => [
        `${String(one.rank)}. ${String(one.name ?? one.id)}`,
        people(one.score),
        part(isObject(one.sensitivity) ? one.sensitivity.keepsRank : null),
      ]),
  };
}

/** The same as a table; null where the result has none of them. */
export function rowsTable(result: Readonly<Record<string, unknown>>, locale: string | undefined): HTMLElement | null {
  const read = rowsOf(result, locale);
  if (read === null) return null;
  const { caption, columns, rows } = read;
  const head = columns.map((name) => element('th', { scope: 'col' }, name));
  return element(
    'table',
    { 'data-rows': String(rows.length) },
    element('caption', { class: 'hidden' }, caption),
    element('thead', {}, element('tr', {}, ...head)),
    element(
      'tbody',
      {},
      ...rows.map(([name, ...figures]) =>
        element(
          'tr',
          {},
          element('th', { scope: 'row' }, name),
          ...figures.map((figure) => element('td', { class: 'number' }, figure)),
        ),
      ),
    ),
  );
}
