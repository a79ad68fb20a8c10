import { useMemo } from 'react';
import { useFigures } from '../../../answer/results/figure.ts';
import { currencyOf } from '../../../answer/results/units.ts';
import { useNames } from '../../../fields/title.ts';
import { type FeatureRow, type LayerTable, rowName } from '../../../map/data/rows.ts';
import { type TextKey, useText, useWords } from '../../../text/index.ts';
import { type ResultTable, resultTablesOf } from './resultTables.ts';

/** What has tables. */
export interface Tabled {
  /** Tables of the layers of the map. */
  readonly layers: readonly LayerTable[];
  /** The answer, whose lists are tables, too. */
  readonly result: Readonly<Record<string, unknown>> | null;
}

/** A table of the drawer. */
export interface DeskTable {
  /** How the address names it: a layer of the map, or the pointer of a list of the answer. */
  readonly id: string;
  readonly title: string;
  readonly columns: readonly { readonly name: string; readonly title: string; readonly unit: string }[];
  readonly rows: readonly FeatureRow[];
  /** How the address names a row; null where it is not on the map. */
  readonly rowName: (row: FeatureRow, no: number) => string | null;
  readonly shownOf: (value: unknown, column: string) => string;
}

/** Members whose values have names of their own among the texts. */
const NAMED = ['state', 'part'];
/** Lists of an answer beside the layers of the map. */
const TABLES_MAX = 4;

/**
 * The tables of the drawer: the lists of the answer, those of things on the map and with the most columns first, then a table for each
 * layer of the map.
 */
export function useDeskTables(
  layers: readonly LayerTable[],
  result: Readonly<Record<string, unknown>> | null,
): readonly DeskTable[] {
  const { say } = useText();
  const names = useNames();
  const words = useWords();
  const { text, unit } = useFigures();
  return useMemo(() => {
    const currency = result === null ? '' : currencyOf(result);
    const shownOf = (value: unknown, name: string): string => {
      if (typeof value !== 'string') return text(value, lastOf(name));
      if (name === 'mode') return names.value(value);
      return NAMED.includes(name) ? say(`part.${value}` as TextKey) : text(value, lastOf(name));
    };
    const column = (name: string) => ({ name, title: titleOf(name, names.figure), unit: unit(lastOf(name)) });
    const onMap = new Map<string, string>();
    for (const { layer, rows } of layers)
      for (const [i, { joint }] of rows.entries()) if (!onMap.has(joint)) onMap.set(joint, rowName(layer, i));
    const ofResult = ({ pointer, name, of, columns, titled, rows }: ResultTable): DeskTable => ({
      id: pointer,
      title: of === '' ? names.field(name) : say('studio.twin.of', { name: names.field(name), of }),
      columns: columns.map((one) => {
        const own = titled[one];
        if (own === undefined) return column(one);
        return { name: one, title: words.title(own.title), unit: words.tell({ unit: own.unit, currency }) };
      }),
      rows,
      rowName: ({ joint }) => onMap.get(joint) ?? null,
      shownOf: (value, one) =>
        titled[one] === undefined || typeof value !== 'number'
          ? shownOf(value, one)
          : words.short(value, titled[one].unit),
    });
    const ofLayer = ({ layer, columns, rows }: LayerTable): DeskTable => ({
      id: layer,
      title: say(`studio.twin.${layer}`),
      columns: columns.map(column),
      rows,
      rowName: (_, no) => rowName(layer, no),
      shownOf,
    });
    const isOnMap = ({ rows }: ResultTable): boolean => rows.some(({ joint }) => onMap.has(joint));
    const found = resultTablesOf(result).toSorted((a, b) => Number(isOnMap(b)) - Number(isOnMap(a)));
    return [...found.slice(0, TABLES_MAX).map(ofResult), ...layers.map(ofLayer)];
  }, [layers, result, say, names, words, text, unit]);
}

const lastOf = (column: string): string => column.slice(column.lastIndexOf('.') + 1);

const titleOf = (column: string, field: (name: string) => string): string => column.split('.').map(field).join(', ');
