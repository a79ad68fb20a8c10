import type { Cell, Column } from '@hinterland/answers';
import type { AreasCompared } from '../../api/types.ts';
import { isOfAccess } from './access.ts';

const HEADS = ['code', 'name', 'kind', 'level', 'localType', 'cut'] as const;

/** A row for each area, a column for each figure, under the names of the interface, as in all files. */
export function tableOf({ areas, figures, territory, reach }: AreasCompared): {
  readonly columns: Column[];
  readonly rows: Cell[][];
} {
  const currency = territory.currency ?? '';
  return {
    columns: [
      ...HEADS.map(
        (name): Column => ({ title: { field: name }, unit: null, isKey: name === 'code' || name === 'name' }),
      ),
      ...figures.map(
        (figure): Column => ({
          title:
            isOfAccess(figure.group) && reach !== null
              ? `${figure.meaning}: residents without one within ${reach.minutes} min (${reach.mode})`
              : figure.meaning || 'All sectors',
          unit: { unit: figure.unit, currency },
          isKey: false,
        }),
      ),
    ],
    rows: areas.map((area, i) => [
      ...HEADS.map((name): Cell => area[name]),
      ...figures.map(({ values }): Cell => values[i] ?? null),
    ]),
  };
}

/** The areas with all figures as members of their features: "age_classes_median_age". */
export const collectionOf = ({ areas, figures }: AreasCompared) => ({
  type: 'FeatureCollection',
  features: areas.flatMap(({ geometry, ...area }, i) =>
    geometry === null
      ? []
      : [
          {
            type: 'Feature',
            properties: {
              part: 'areas',
              ...Object.fromEntries(HEADS.map((name) => [name, area[name]])),
              ...Object.fromEntries(figures.map(({ id, values }) => [id.replaceAll('.', '_'), values[i] ?? null])),
            },
            geometry,
          },
        ],
  ),
});
