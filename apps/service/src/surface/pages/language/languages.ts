import { z } from 'zod';
import type { Exchange } from '../../../http/exchange.ts';
import { field } from '../../../http/parameters.ts';

/** Languages of reports and of the pages of links: those of the web app. */
export const LANGUAGES = ['en', 'it', 'de', 'fr', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The parameter that names a language; the reader's own where it is absent. */
export const languageQuery = field(
  z.enum(LANGUAGES, `language must be one of ${LANGUAGES.join(', ')}.`).optional(),
  'Language of the words around the figures; that of Accept-Language where absent',
);

/** Returns the language of an Accept-Language header (RFC 9110) that the reader likes best; English where there is none. */
export function acceptedLanguage(header: string | undefined): Language {
  const ranges = (header ?? '')
    .slice(0, 1000)
    .split(',')
    .map((range) => {
      const [tag = '', quality = ''] = range.split(';');
      const weight = /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(quality)?.[1];
      return { language: tag.trim().slice(0, 2).toLowerCase(), weight: quality === '' ? 1 : Number(weight ?? 0) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  const found = ranges.find(({ language }) => (LANGUAGES as readonly string[]).includes(language));
  return (found?.language as Language | undefined) ?? 'en';
}

/** Returns the language that a page's address names, else that of its reader. No address is refused for its language. */
export const languageOf = (exchange: Pick<Exchange, 'query' | 'header'>): Language =>
  LANGUAGES.find((one) => one === exchange.query('language')) ?? acceptedLanguage(exchange.header('accept-language'));
