import type { Question } from '../question.ts';
import { markets } from './markets.ts';
import { people } from './people.ts';
import { places } from './places.ts';
import { words } from './words.ts';

/** The evaluation set. */
export const questions: readonly Question[] = [...people, ...markets, ...places, ...words];
