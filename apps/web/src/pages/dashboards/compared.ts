import { isNamedByTitle } from '@hinterland/answers/words';
import { useMemo } from 'react';
import { inWords } from '../../answer/results/figure.ts';
import type { OrganizationPath } from '../../api/address.ts';
import { useResource } from '../../api/queries.ts';
import type { AreasCompared } from '../../api/types.ts';
import { useNames } from '../../fields/title.ts';
import { classesOf, type ValueClass, WAYS, type Way } from '../../map/data/classes.ts';
import { useText, useWords } from '../../text/index.ts';
import { look, useLooked } from '../studio/useLooked.ts';
import { isOfAccess } from './access.ts';

export type ComparedArea = AreasCompared['areas'][number];
export type ComparedFigure = AreasCompared['figures'][number];

/** Reads the areas within an area with their figures; the level is that of the address. */
export function useCompared(path: OrganizationPath, territory: string, code: string | undefined) {
  const looked = useLooked();
  const query = new URLSearchParams({ territory });
  for (const name of ['level', 'sector', 'minutes', 'mode']) {
    const value = looked.get(name);
    if (value !== null) query.set(name, value);
  }
  const address = `${path}/areas/${encodeURIComponent(code ?? '')}/within?${query}` as const;
  return useResource(address, undefined, code !== undefined);
}

/** The figure that areas are colored by, and its classes. */
export interface Coloring {
  readonly figure: ComparedFigure;
  readonly way: Way;
  /** From the lowest up. */
  readonly classes: readonly ValueClass[];
}

/** The coloring that the address names; residents, else the first figure, where it names none. Null where there are no figures. */
export function useColoring(compared: AreasCompared | undefined): Coloring | null {
  const looked = useLooked();
  const wanted = looked.get('figure');
  const way = WAYS.find((one) => one === looked.get('classes')) ?? WAYS[0];
  return useMemo(() => {
    const figure = compared?.figures.find(({ id }) => id === wanted) ?? compared?.figures[0];
    if (figure === undefined) return null;
    const values = figure.values.filter((value) => value !== null);
    return { figure, way, classes: classesOf(values, way) };
  }, [compared, wanted, way]);
}

type Said = 'figure' | 'classes' | 'level' | 'sector' | 'minutes' | 'mode';

/** Changes what the address says of the coloring. */
export const color = (said: Readonly<Partial<Record<Said, string>>>): void =>
  look((before) => {
    const next = new URLSearchParams(before);
    for (const [name, value] of Object.entries(said)) next.set(name, value);
    if (said.level !== undefined) next.delete('select');
    return next;
  });

/** Fields that have a name as rows of a comparison; others are called by what they count. */
const ROWS = ['aged_0_14', 'aged_65_plus', 'median_age', 'median_household'] as const;

/** Names of groups, figures and values in the reader's language. */
export function useFigureWords(compared: Pick<AreasCompared, 'territory' | 'reach'> | undefined) {
  const currency = compared?.territory.currency ?? '';
  const reach = compared?.reach ?? null;
  const { say } = useText();
  const names = useNames();
  const words = useWords();
  return useMemo(() => {
    const isOfStores = (group: ComparedFigure['group']) => group === 'stores' || group === 'storesPer10000';
    const isOfSectors = (group: ComparedFigure['group']) => isOfStores(group) || isOfAccess(group);
    const title = ({ group, field, meaning }: Pick<ComparedFigure, 'group' | 'field' | 'meaning'>): string => {
      const row = ROWS.find((one) => one === field);
      if (row !== undefined) return words.title({ text: `row.${row}` });
      if (!isOfSectors(group)) return inWords(words.title({ census: field, meaning }));
      return field === '' ? say('areas.allStores') : words.title({ sector: field, name: meaning });
    };
    /** The unit beside a title; empty where the title says it, and where the name of the group does. */
    const unitInGroup = ({ group, unit }: Pick<ComparedFigure, 'group' | 'unit'>): string =>
      isOfStores(group) || isNamedByTitle(unit) ? '' : words.tell({ unit, currency });
    /** The same where no group is named: a sector does not say what of it is counted. */
    const unit = (figure: Pick<ComparedFigure, 'group' | 'unit'>): string =>
      isOfStores(figure.group) ? words.tell({ unit: figure.unit }) : unitInGroup(figure);
    return {
      title,
      unitInGroup,
      /** A group of figures: a topic of the census, or stores. */
      group: (group: ComparedFigure['group']): string =>
        isOfSectors(group) ? say(`areas.group.${group as 'stores'}`) : names.value(group),
      value: (value: number | null, of: string): string => {
        if (value === null) return say('areas.noFigure');
        return of === 'persons' ? words.whole(value) : words.short(value, of);
      },
      /** "Median age, years"; "Bakeries: residents without one within 15 min, Car". */
      titled: (figure: ComparedFigure): string =>
        isOfAccess(figure.group) && reach !== null
          ? say(`areas.titled.${figure.group}`, {
              sector: title(figure),
              minutes: reach.minutes,
              mode: names.value(reach.mode),
            })
          : [title(figure), unit(figure)].filter((one) => one !== '').join(', '),
    };
  }, [say, names, words, currency, reach]);
}
