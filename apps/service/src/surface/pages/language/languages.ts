import { acceptedLanguage, LANGUAGES } from '@hinterland/answers';
import { z } from 'zod';
import type { Exchange } from '../../../kit/http/exchange.ts';
import { field } from '../../../kit/http/parameters.ts';

/** The parameter that names a language; the reader's own where it is absent. */
export const languageQuery = field(
  z.enum(LANGUAGES, `language must be one of ${LANGUAGES.join(', ')}.`).optional(),
  'Language of the words around the figures; that of Accept-Language where absent',
);

/** Returns the language that a page's address names, else that of its reader. No address is refused for its language. */
export const languageOf = (exchange: Pick<Exchange, 'query' | 'header'>): string =>
  LANGUAGES.find((one) => one === exchange.query('language')) ?? acceptedLanguage(exchange.header('accept-language'));
