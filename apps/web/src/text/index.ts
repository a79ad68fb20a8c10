import {
  type TextKey as AnswerKey,
  capitalized,
  makeWords,
  LANGUAGES as TAGS,
  type Translate,
  type Words,
} from '@hinterland/answers/words';
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type englishActions from './actions/en.json';
import type englishAnalyses from './analyses/en.json';
import type englishAssistant from './assistant/en.json';
import type englishAudit from './audit/en.json';
import type englishBuying from './buying/en.json';
import type englishCame from './came/en.json';
import type englishChanged from './changed/en.json';
import type englishData from './data/en.json';
import type englishDatasets from './datasets/en.json';
import type englishDesk from './desk/en.json';
import type english from './en.json';
import type englishEntry from './entry/en.json';
import { isHouse } from './house.ts';
import type englishPlaces from './places/en.json';
import type englishSearch from './search/en.json';
import type englishStores from './stores/en.json';
import type englishStudio from './studio/en.json';
import type englishSubjects from './subjects/en.json';
import type englishTable from './table/en.json';
import type englishTour from './tour/en.json';
import type englishWebhooks from './webhooks/en.json';

/** Languages of the app, each named in itself. */
export const LANGUAGES: Readonly<Record<string, string>> = Object.fromEntries(
  TAGS.map((tag) => [tag, capitalized(new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag)]),
);
export type Language = string;

const KEY = 'hinterland.language';
const catalogues = import.meta.glob<{ default: Record<string, string> }>([
  './*.json',
  './*/*.json',
  '../../../../packages/answers/src/words/texts/*.json',
  '../../../../packages/answers/src/words/service/texts/*.json',
]);

/** Texts of answers, which every surface has, load with those of the parts of the app that show answers. */
const ANSWERS = '../../../../packages/answers/src/words/texts';

/** Texts of a part of the app that is loaded by itself: a folder beside this file. */
type Part =
  | 'actions'
  | 'answers'
  | 'analyses'
  | 'assistant'
  | 'audit'
  | 'buying'
  | 'came'
  | 'changed'
  | 'data'
  | 'datasets'
  | 'desk'
  | 'entry'
  | 'places'
  | 'search'
  | 'stores'
  | 'studio'
  | 'subjects'
  | 'table'
  | 'tour'
  | 'webhooks';
const parts = new Set<Part>();

type Key =
  | AnswerKey
  | keyof typeof english
  | keyof typeof englishActions
  | keyof typeof englishAnalyses
  | keyof typeof englishAssistant
  | keyof typeof englishAudit
  | keyof typeof englishBuying
  | keyof typeof englishCame
  | keyof typeof englishChanged
  | keyof typeof englishData
  | keyof typeof englishDatasets
  | keyof typeof englishDesk
  | keyof typeof englishEntry
  | keyof typeof englishPlaces
  | keyof typeof englishSearch
  | keyof typeof englishStores
  | keyof typeof englishStudio
  | keyof typeof englishSubjects
  | keyof typeof englishTable
  | keyof typeof englishTour
  | keyof typeof englishWebhooks;
/** The name of a text that differs by number, `use.months` for `use.months_one` and `use.months_other`. */
type Counted<K extends Key> = K extends `${infer Name}_other` ? Name : never;
export type TextKey = Key | Counted<Key>;

function preferred(): Language {
  const wanted = [localStorage.getItem(KEY), ...navigator.languages].map((tag) => tag?.slice(0, 2));
  return (wanted.find((tag) => tag !== undefined && tag in LANGUAGES) as Language | undefined) ?? 'en';
}

/** Loads the reader's language, which has every text. */
export async function startText(): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources: {},
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false }, // React escapes
  });
  await chooseLanguage(preferred(), false);
}

export async function chooseLanguage(language: Language, remember = true): Promise<void> {
  if (remember) localStorage.setItem(KEY, language);
  await Promise.all(
    [`./${language}.json`, ...[...parts].map((part) => pathOf(part, language))].map((path) => add(path, language)),
  );
  if (parts.has('answers')) await loadSentences('service', language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Loads the texts of a part in the reader's language. */
async function loadTexts(part: Part): Promise<void> {
  parts.add(part);
  const { language } = i18next;
  await Promise.all([add(pathOf(part, language), language), part === 'answers' && loadSentences('service', language)]);
}

const pathOf = (part: Part, language: Language): string =>
  part === 'answers' ? `${ANSWERS}/${language}.json` : `./${part}/${language}.json`;

/** A module that is loaded, with the texts of its parts. */
export async function withTexts<M>(module: Promise<M>, ...needed: Part[]): Promise<M> {
  await Promise.all(needed.map(loadTexts));
  return module;
}

/** A changed file of texts, from the development server. */
interface ChangedTexts {
  readonly path: string;
  readonly texts: Record<string, string>;
}
import.meta.hot?.on('hinterland:texts', async ({ path, texts }: ChangedTexts) => {
  const language = path.replace(/^.*\/|\.json$/g, '');
  i18next.addResourceBundle(language, 'translation', texts);
  if (language === i18next.language) await i18next.changeLanguage(language);
});

async function add(path: string, language: string): Promise<void> {
  const [texts, house] = await Promise.all([catalogues[path]?.(), houseTexts(language)]);
  if (texts !== undefined) i18next.addResourceBundle(language, 'translation', { ...texts.default, ...house });
}

/** Texts in place of those that speak of prices; none where there are prices. */
const houseTexts = async (language: Language): Promise<Record<string, string>> =>
  isHouse ? ((await catalogues[`./house/${language}.json`]?.())?.default ?? {}) : {};

export type Say = (key: TextKey, values?: Record<string, unknown>) => string;

/** The texts of the reader's language: `say('keys.title')`. */
export function useText(): { readonly say: Say; readonly language: Language } {
  const { t, i18n } = useTranslation();
  return { say: t as unknown as Say, language: i18n.language as Language };
}

/** Sentences that the service says in English: those of prices, problems and answers, and the long list of helps of fields. */
export type Sentences = 'service' | 'help';
const SENTENCES = { service: '../../../../packages/answers/src/words/service/texts', help: './help' } as const;
const translations = new Map<string, Translate>();
const nameOf = (sentences: Sentences, language: Language): string => `${sentences}/${language}`;

/** Whether they stand as the service says them. */
export const isAsSaid = (sentences: Sentences, language: Language): boolean =>
  language === 'en' && !(isHouse && sentences === 'help');

/** Loads what says them in a language; English has them as they are, but for helps that speak of prices where there are none. */
export async function loadSentences(sentences: Sentences, language: Language): Promise<void> {
  if (isAsSaid(sentences, language) || translations.has(nameOf(sentences, language))) return;
  const [{ translatorOf }, ...texts] = await Promise.all([
    import('@hinterland/answers/translate'),
    ...['en', language].map(
      async (one) => (await catalogues[`${SENTENCES[sentences]}/${one}.json`]?.())?.default ?? {},
    ),
  ]);
  const [english, own] = texts as [Record<string, string>, Record<string, string>];
  const house = await houseTexts(language);
  translations.set(nameOf(sentences, language), translatorOf(language, english, { ...own, ...house }));
}

/** What says them in a language, where it is loaded. */
export const translateIn = (sentences: Sentences, language: Language): Translate | undefined =>
  translations.get(nameOf(sentences, language));

const words = new Map<
  Language,
  { readonly texts: object; readonly translate: Translate | undefined; readonly words: Words }
>();

/** The words of answers in the reader's language, where their texts are loaded. */
export function useWords(): Words {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const texts = i18n.getResourceBundle(language, 'translation') as Record<string, string>;
  const translate = translateIn('service', language);
  const known = words.get(language);
  if (known?.texts === texts && known.translate === translate) return known.words;
  const made = makeWords(language, texts, translate);
  words.set(language, { texts, translate, words: made });
  return made;
}
