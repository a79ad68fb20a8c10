import { ca } from './ca.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';

/** Languages of street names. */
export const LANGUAGES = { en, it, de, fr, es, ca, pt, nl } as const;
export type LanguageCode = keyof typeof LANGUAGES;
