import type { ActionResult } from '@hinterland/client';
import { useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { useText } from '../text/index.ts';
import type { Source } from './kind.ts';
import { useSurroundings } from './props.ts';

/** A value of a field with the name that people know it by. */
export interface Option {
  readonly id: string;
  readonly name: string;
  /** Sets it apart from others of the same name. */
  readonly note: string;
}

const LISTED = 50;

/** How each action is asked for values, and how its answer is read. */
const LOOKUPS: {
  readonly [S in Source]: {
    readonly ask: (text: string, language: string) => object;
    readonly read: (result: ActionResult<S>) => readonly Option[];
  };
} = {
  'markets.sectors': {
    ask: (query, language) => ({ language, ...(query === '' ? {} : { query }) }),
    read: ({ sectors, groups }) =>
      sectors.map(({ code, name, group }) => ({
        id: code,
        name,
        note: groups.find((one) => one.code === group)?.name ?? '',
      })),
  },
  'search.brands': {
    ask: (query) => ({ limit: LISTED, ...(query === '' ? {} : { query }) }),
    read: ({ brands }) => brands.map(({ name, sectorCode }) => ({ id: name, name, note: sectorCode ?? '' })),
  },
  'areas.list': {
    ask: (query) => ({ limit: LISTED, ...(query === '' ? {} : { query }) }),
    read: ({ areas }) =>
      areas.map(({ code, name, localType, kind }) => ({ id: code, name: name || code, note: localType || kind })),
  },
};

/**
 * Values of a field that match a text; all of them, or the first, for an empty one. The text goes to the service; `isPending` until it has
 * answered that text.
 */
export function useOptions(
  source: Source,
  text: string,
): { readonly options: readonly Option[] | undefined; readonly isPending: boolean } {
  const { path, territory } = useSurroundings();
  const { language } = useText();
  const { ask, read } = LOOKUPS[source] as {
    ask: (text: string, language: string) => object;
    read: (result: never) => readonly Option[];
  };
  const { data, isPlaceholderData, isPending } = useQuery({
    queryKey: ['options', source, path, territory, language, text],
    queryFn: async ({ signal }) => {
      const { result } = await request(`${path}/actions/${source}/execute`, {
        method: 'POST',
        body: { ...ask(text, language), territory },
        signal,
      });
      return read(result as never);
    },
    staleTime: 600_000,
    placeholderData: (before) => before,
  });
  return { options: data, isPending: isPending || isPlaceholderData };
}
