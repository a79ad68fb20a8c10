import { useQuery } from '@tanstack/react-query';
import { Bot, CircleHelp, Database, Files, MapPin, MessageCircleQuestion, Store, UserRound } from 'lucide-react';
import type { ComponentType } from 'react';
import type { OrganizationPath } from '../api/address.ts';
import { request, useResource } from '../api/queries.ts';
import type { ActionDescriptor } from '../api/types.ts';
import { useAskedTitle } from '../fields/askedTitle.ts';
import { type Place, usePlaces } from '../fields/placeSearch.tsx';
import { isHouse } from '../text/house.ts';
import { type TextKey, useText, useWords } from '../text/index.ts';
import { useAfterPause } from '../ui/useAfterPause.ts';
import { askedIn, type Findable, isFound, isNamed, isSaid, tellingOf } from './asked.ts';
import { HELP, HELP_PAGES } from './helpPages.ts';

/** Kinds of what is found, in the order in which they are shown. */
export const FOUND = ['places', 'ask', 'sectors', 'analyses', 'datasets', 'members', 'help', 'assistant'] as const;

/** Something that a search finds, and the page that it leads to. */
export interface Find extends Findable {
  readonly group: (typeof FOUND)[number];
  readonly icon: ComponentType<{ size?: number }>;
  /** Where it leads; the question of the assistant where it is that. */
  readonly path: string;
  /** Whether it is all that was typed: by its name, or a question with what it is asked about. */
  readonly isWhole?: boolean;
  /** Whether it is only like what was typed. */
  readonly isLike?: boolean;
}

interface Found {
  readonly finds: readonly Find[];
  /** Whether more may come. */
  readonly isPending: boolean;
}

const PAUSE_MILLISECONDS = 200;
const LEAST_CHARACTERS = 2;
/** Entries of each kind; the pages of a kind have all. */
const SHOWN = 5;
/** Questions that are filled in. */
const FILLED = 3;
/** The question that a sector leads to. */
const OF_SECTOR = 'analysis.markets_sector';
/** The page of help on what an organization's own server has none of. */
const BUYING: keyof typeof HELP_PAGES = 'buying-credits';
const NONE: Found = { finds: [], isPending: false };

/** Everything of an organization that a text finds; nothing for a text that is too short. */
export function useFinds(organization: OrganizationPath | null, typed: string): Found {
  const { say, language } = useText();
  const words = useWords();
  const titleOf = useAskedTitle();
  const text = typed.trim();
  const settled = useAfterPause(text, PAUSE_MILLISECONDS);
  const isAsked = organization !== null && settled.length >= LEAST_CHARACTERS;
  const path = organization ?? '/organizations/0';
  const actions = useResource('/actions').data?.data ?? [];
  const installed = useResource('/data', undefined, isAsked).data?.data ?? [];
  const analyses = useResource(`${path}/analyses?language=${language}`, undefined, isAsked).data?.data ?? [];
  const datasets = useResource(`${path}/datasets`, undefined, isAsked).data?.data ?? [];
  const members = useResource(`${path}/members`, undefined, isAsked).data?.data ?? [];
  const assistant = useResource('/assistant', undefined, isAsked).data;
  const known = useSectors(path, '', organization !== null);
  const further = (id: string) => say(`find.${id}` as TextKey, { defaultValue: '' });

  const sectors = known.map(({ code, name }) => ({
    id: code,
    label: words.title({ sector: code, name }),
    words: further(code),
  }));
  const questions = actions.flatMap((action) => {
    const label = say(`ask.${action.id}` as TextKey, { defaultValue: '' });
    const isLacked = ({ lacking = [] }: (typeof installed)[number]) =>
      lacking.some(({ actionId }) => actionId === action.id);
    // A question that no territory has the data for is no find.
    const isLacking = installed.length > 0 && installed.every(isLacked);
    return label === '' || isLacking
      ? []
      : [{ id: action.id, label, words: `${action.title} ${further(action.id)}`, action }];
  });
  const telling = tellingOf(text, say('find.fillers'));
  const asked = askedIn(settled, questions, sectors, say('find.fillers'));
  const whole = usePlaces(path, isAsked ? settled : '');
  const others = asked.places.filter((one) => one !== settled.toLowerCase());
  const first = usePlaces(path, isAsked ? (others[0] ?? '') : '');
  const second = usePlaces(path, isAsked ? (others[1] ?? '') : '');
  const ofSector = sectors.filter(
    ({ id, label, words }) => id === asked.sector || isFound(`${label} ${words}`, telling),
  );
  const byService = useSectors(path, settled, isAsked && ofSector.length === 0);
  if (organization === null || text.length < LEAST_CHARACTERS) return NONE;

  /** The place that what is left names: by all its words, else the nearest in writing. */
  const place =
    [first, second].flatMap(({ found }, i) => found.filter(({ name }) => isFound(name, others[i] ?? '')))[0] ??
    (others[1] === undefined ? first : second).found[0] ??
    null;
  const isRead = others.length > 0 && place !== null;
  const filled = (isRead || asked.sector !== null) && (asked.questions.length > 0 || asked.sector !== null);
  const ofAsked = asked.questions.length > 0 ? asked.questions.slice(0, FILLED) : [OF_SECTOR];
  const find = (
    group: Find['group'],
    icon: Find['icon'],
    id: string,
    label: string,
    to: string,
    more: Pick<Partial<Find>, 'words' | 'isWhole' | 'isLike'> = {},
  ): Find => ({
    group,
    icon,
    id: `${group}-${id}`,
    label,
    path: to,
    words: '',
    isWhole: isNamed(label, text),
    ...more,
  });
  const isOfText = ({ label, words }: Find) => isFound(`${label} ${words}`, telling);

  const finds: Find[] = [
    ...(filled
      ? ofAsked.flatMap((id) => {
          const { action } = questions.find((one) => one.id === id) ?? {};
          if (action === undefined) return [];
          const { label, to } = filledIn(action, asked.sector, isRead ? place : null, titleOf);
          return [find('ask', MessageCircleQuestion, `filled-${id}`, label, to, { isWhole: isRead })];
        })
      : []),
    ...whole.found.slice(0, SHOWN).map(({ name, lat, lng }, i) =>
      find('places', MapPin, String(i), name, `/studio?${new URLSearchParams({ at: `${lat},${lng}`, place: name })}`, {
        isLike: !isFound(name, settled),
      }),
    ),
    ...questions
      .map(({ id, label, words }) =>
        find('ask', MessageCircleQuestion, id, label, `/studio?ask=${id}`, {
          words,
          isWhole: isSaid(`${label} ${words}`, telling),
        }),
      )
      .filter(isOfText)
      .toSorted((a, b) => Number(isFound(b.label, telling)) - Number(isFound(a.label, telling))),
    ...[...ofSector, ...byService.map(({ code, name }) => ({ id: code, label: words.title({ sector: code, name }) }))]
      .slice(0, SHOWN)
      .map(({ id, label }) => {
        const query = new URLSearchParams({ ask: OF_SECTOR, sector: id });
        const title = titleOf({ actionId: OF_SECTOR, title: OF_SECTOR, sectors: [], where: '' });
        return find('sectors', Store, id, `${label}: ${title}`, `/studio?${query}`, { isWhole: false });
      }),
    ...analyses
      .map(({ code, name, answer }) =>
        find('analyses', Files, code, answer?.title ?? name, `/a/${code}`, { words: `${name} ${answer?.text ?? ''}` }),
      )
      .filter(isOfText)
      .slice(0, SHOWN),
    ...datasets
      .map(({ id, name }) => find('datasets', Database, id, name, `/datasets/${id}`))
      .filter(isOfText)
      .slice(0, SHOWN),
    ...members
      .map(({ user: { id, name, email } }) =>
        find('members', UserRound, String(id), name, '/account/members', { words: email }),
      )
      .filter(isOfText)
      .slice(0, SHOWN),
    ...Object.entries(HELP_PAGES)
      .filter(([id]) => !isHouse || id !== BUYING)
      .map(([id, page]) =>
        find('help', CircleHelp, id, say(`help.page.${id}` as TextKey), `${HELP}/${page}`, {
          words: further(`help.${id}`),
        }),
      )
      .filter(isOfText)
      .slice(0, SHOWN),
    ...(assistant?.configured === true
      ? [find('assistant', Bot, 'ask', say('palette.askAssistant', { text }), text, { isWhole: false })]
      : []),
  ];
  const isPending = settled !== text || [whole, first, second].some((one) => one.isPending);
  return { finds: withoutDoubles(finds), isPending };
}

/** The first of what leads to the same page. */
const withoutDoubles = (finds: readonly Find[]): Find[] =>
  [...new Map(finds.toReversed().map((one) => [`${one.group} ${one.path}`, one])).values()].toReversed();

/** Sectors of a text, as the service finds them by codes, tags and with slips of the pen; all for no text. */
function useSectors(path: OrganizationPath, query: string, isAsked: boolean) {
  const { language } = useText();
  const { data } = useQuery({
    queryKey: ['sectors', path, language, query],
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      request(`${path}/actions/markets.sectors/execute`, {
        method: 'POST',
        body: { language: language as 'en', ...(query === '' ? {} : { query }) },
        signal,
      }),
  });
  return data?.result.sectors ?? [];
}

/** A question with its sector and its place, as far as it takes them: its title, and the page that it leads to. */
function filledIn(
  { id, title, inputSchema }: ActionDescriptor,
  sector: string | null,
  place: Place | null,
  titleOf: ReturnType<typeof useAskedTitle>,
): { readonly label: string; readonly to: string } {
  const members = Object.keys((inputSchema as { readonly properties?: object }).properties ?? {});
  const takes = ['sectorCode', 'sectors'].find((name) => members.includes(name));
  const sectors = sector === null || takes === undefined ? [] : [sector];
  // Of a network, a place would be the only store.
  const where = members.includes('stores') ? null : place;
  const query = new URLSearchParams({
    ask: id,
    ...(sectors.length === 0 ? {} : { [takes === 'sectors' ? 'sectors' : 'sector']: sectors[0] as string }),
    ...(where === null ? {} : { at: `${where.lat},${where.lng}`, place: where.name }),
  });
  const label = titleOf({ actionId: id, title, sectors, where: where?.name.split(',')[0] ?? '' });
  return { label, to: `/studio?${query}` };
}
