import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import english from './en.json';

/** Languages of the app, each named in itself. */
export const LANGUAGES = { en: 'English', it: 'Italiano', de: 'Deutsch', fr: 'Français', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

const KEY = 'hinterland.language';
const catalogues = import.meta.glob<{ default: Record<string, string> }>(['./*.json', '!./en.json']);

type Key = keyof typeof english;
/** The name of a text that differs by number, `use.months` for `use.months_one` and `use.months_other`. */
type Counted<K extends Key> = K extends `${infer Name}_other` ? Name : never;
export type TextKey = Key | Counted<Key>;

function preferred(): Language {
  const wanted = [localStorage.getItem(KEY), ...navigator.languages].map((tag) => tag?.slice(0, 2));
  return (wanted.find((tag) => tag !== undefined && tag in LANGUAGES) as Language | undefined) ?? 'en';
}

/** Loads the reader's language; English replaces texts that a language lacks. */
export async function startText(): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources: { en: { translation: english } },
    lng: 'en',
    fallbackLng: 'en',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false }, // React escapes
  });
  await chooseLanguage(preferred(), false);
}

export async function chooseLanguage(language: Language, remember = true): Promise<void> {
  if (remember) localStorage.setItem(KEY, language);
  const load = catalogues[`./${language}.json`];
  if (load !== undefined) i18next.addResourceBundle(language, 'translation', (await load()).default);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

export type Say = (key: TextKey, values?: Record<string, unknown>) => string;

/** The texts of the reader's language: `say('keys.title')`. */
export function useText(): { readonly say: Say; readonly language: Language } {
  const { t, i18n } = useTranslation();
  return { say: t as unknown as Say, language: i18n.language as Language };
}
