import { LIMITS } from '@hinterland/contract';
import { randomText } from '../../organizations/keys/format.ts';

/** Public code of an analysis: 12 digits and letters, 71 bits from the system's secure generator. */
export const newCode = (): string => randomText(LIMITS.analysisCodeCharacters);

/** Whether a text can be a code at all; anything else is an unknown analysis without a look-up. */
export const isCode = (text: string): boolean => /^[0-9A-Za-z]{12}$/.test(text);
