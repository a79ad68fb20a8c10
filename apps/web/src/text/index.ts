import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type englishAnalyses from './analyses/en.json';
import type englishAssistant from './assistant/en.json';
import type englishAudit from './audit/en.json';
import type englishBuying from './buying/en.json';
import type englishDatasets from './datasets/en.json';
import type english from './en.json';
import type englishStudio from './studio/en.json';

/** Languages of the app, each named in itself. */
export const LANGUAGES = { en: 'English', it: 'Italiano', de: 'Deutsch', fr: 'Français', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

const KEY = 'hinterland.language';
const catalogues = import.meta.glob<{ default: Record<string, string> }>(['./*.json', './*/*.json']);

/** Texts of a part of the app that is loaded by itself: a folder beside this file. */
type Part = 'analyses' | 'assistant' | 'audit' | 'buying' | 'datasets' | 'studio';
const parts = new Set<Part>();

type Key =
  | keyof typeof english
  | keyof typeof englishAnalyses
  | keyof typeof englishAssistant
  | keyof typeof englishAudit
  | keyof typeof englishBuying
  | keyof typeof englishDatasets
  | keyof typeof englishStudio;
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
    [`./${language}.json`, ...[...parts].map((part) => `./${part}/${language}.json`)].map((path) =>
      add(path, language),
    ),
  );
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Loads the texts of a part in the reader's language. */
async function loadTexts(part: Part): Promise<void> {
  parts.add(part);
  await add(`./${part}/${i18next.language}.json`, i18next.language);
}

/** A module that is loaded, with the texts of its parts. */
export async function withTexts<M>(module: Promise<M>, ...needed: Part[]): Promise<M> {
  await Promise.all(needed.map(loadTexts));
  return module;
}

async function add(path: string, language: string): Promise<void> {
  const texts = await catalogues[path]?.();
  if (texts !== undefined) i18next.addResourceBundle(language, 'translation', texts.default);
}

export type Say = (key: TextKey, values?: Record<string, unknown>) => string;

/** The texts of the reader's language: `say('keys.title')`. */
export function useText(): { readonly say: Say; readonly language: Language } {
  const { t, i18n } = useTranslation();
  return { say: t as unknown as Say, language: i18n.language as Language };
}
