import { useQuery } from '@tanstack/react-query';
import { Database, Files, MapPin, MessageCircleQuestion, Store } from 'lucide-react';
import type { ComponentType } from 'react';
import type { OrganizationPath } from '../api/address.ts';
import { request, useResource } from '../api/queries.ts';
import { usePlaces } from '../fields/placeSearch.tsx';
import { useNames } from '../fields/title.ts';
import { type TextKey, useText, useWords } from '../text/index.ts';
import { useAfterPause } from '../ui/useAfterPause.ts';

/** Something that a search finds, and the page that it leads to. */
export interface Find {
  readonly id: string;
  readonly group: 'ask' | 'places' | 'sectors' | 'analyses' | 'datasets';
  readonly label: string;
  /** Further words that find it. */
  readonly words: string;
  readonly icon: ComponentType<{ size?: number }>;
  readonly path: string;
}

const PAUSE_MILLISECONDS = 200;
const LEAST_CHARACTERS = 2;
/** Entries of each kind; the pages of a kind have all. */
const SHOWN = 5;
/** The question that a sector leads to. */
const OF_SECTOR = 'analysis.markets_sector';

/** Questions, places, sectors, analyses and datasets of an organization that a text finds; none for a text that is too short. */
export function useFinds(organization: OrganizationPath | null, text: string): readonly Find[] {
  const { say, language } = useText();
  const words = useWords();
  const names = useNames();
  const settled = useAfterPause(text.trim(), PAUSE_MILLISECONDS);
  const isAsked = organization !== null && settled.length >= LEAST_CHARACTERS;
  const path = organization ?? '/organizations/0';
  const actions = useResource('/actions');
  const analyses = useResource(`${path}/analyses`, undefined, isAsked);
  const datasets = useResource(`${path}/datasets`, undefined, isAsked);
  const { found: places } = usePlaces(path, isAsked ? settled : '');
  const { data: sectors } = useQuery({
    queryKey: ['find', path, language, settled],
    enabled: isAsked,
    queryFn: ({ signal }) =>
      request(`${path}/actions/markets.sectors/execute`, {
        method: 'POST',
        body: { language: language as 'en', query: settled },
        signal,
      }),
  });
  if (organization === null || text.trim().length < LEAST_CHARACTERS) return [];
  const wanted = wordsIn(text);
  const isFound = ({ label, words }: Find) => wanted.every((word) => wordsIn(`${label} ${words}`).some(fits(word)));
  const questions = (actions.data?.data ?? []).flatMap(({ id, title }): Find[] => {
    const ask = say(`ask.${id}` as TextKey, { defaultValue: '' });
    if (ask === '') return [];
    const further = `${title} ${say(`find.${id}` as TextKey, { defaultValue: '' })}`;
    return [{ id, group: 'ask', label: ask, words: further, icon: MessageCircleQuestion, path: `/studio?ask=${id}` }];
  });
  const listed = (analyses.data?.data ?? []).map(
    ({ code, name }): Find => ({
      id: code,
      group: 'analyses',
      label: name,
      words: '',
      icon: Files,
      path: `/a/${code}`,
    }),
  );
  const own = (datasets.data?.data ?? []).map(
    ({ id, name }): Find => ({
      id,
      group: 'datasets',
      label: name,
      words: '',
      icon: Database,
      path: `/datasets/${id}`,
    }),
  );
  return [
    ...questions.filter(isFound),
    // The service has found these.
    ...places.slice(0, SHOWN).map(
      ({ name, lat, lng }, i): Find => ({
        id: `place-${i}`,
        group: 'places',
        label: name,
        words: '',
        icon: MapPin,
        path: `/studio?${new URLSearchParams({ at: `${lat},${lng}`, place: name })}`,
      }),
    ),
    ...(sectors?.result.sectors ?? []).slice(0, SHOWN).map(
      ({ code, name }): Find => ({
        id: code,
        group: 'sectors',
        label: `${words.title({ sector: code, name })}: ${names.question(OF_SECTOR, OF_SECTOR)}`,
        words: '',
        icon: Store,
        path: `/studio?${new URLSearchParams({ ask: OF_SECTOR, sector: code })}`,
      }),
    ),
    ...listed.filter(isFound).slice(0, SHOWN),
    ...own.filter(isFound).slice(0, SHOWN),
  ];
}

/** The words of a text in small letters without accents. */
export const wordsIn = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether a word is the beginning of another; "bakeries" finds "bakery" by their common beginning but for two letters. */
export const fits =
  (word: string) =>
  (other: string): boolean =>
    other.startsWith(word) || (word.length > 5 && other.startsWith(word.slice(0, -3)));
