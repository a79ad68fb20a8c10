import type { Said } from '@hinterland/answers/words';
import type { TextKey } from '../../../text/index.ts';

/** A sentence on what changed: a text of the app with what is said of answers in it. */
export interface Change {
  readonly text: TextKey;
  readonly with?: Readonly<Record<string, Said>>;
  readonly count?: number;
}
