import ca from './ca.json' with { type: 'json' };
import cs from './cs.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import type { Language } from './language.ts';
import nl from './nl.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import sk from './sk.json' with { type: 'json' };

const FILES = { en, it, de, fr, es, ca, pt, nl, cs, sk };
export type LanguageCode = keyof typeof FILES;

/** Languages of street names. */
export const LANGUAGES: Readonly<Record<LanguageCode, Language>> = FILES;
