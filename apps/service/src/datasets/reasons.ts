import { MATCHED } from '@hinterland/actions';

/** Reason of a row that brings its own coordinates. */
const GIVEN = 'given';

/** Reasons of rows that are somewhere: by their own coordinates, or by an address that was found. */
export const MATCHED_REASONS: readonly string[] = [GIVEN, ...MATCHED];

export const isMatched = (reason: string): boolean => MATCHED_REASONS.includes(reason);
