import type { SearchNameKind } from '@hinterland/territory';
import type { NumberMatch } from './numbers.ts';

/** A finding of a search. Rows refer to the territory's tables. */
export interface Found {
  readonly kind: 'address' | SearchNameKind;
  /** Row of `addresses`: the address, or the middle one of a street, locality, region or postcode; -1 for none. */
  readonly address: number;
  /** Row of `edges` for a road, of `areas` for an area; else -1. */
  readonly row: number;
  readonly lng: number;
  readonly lat: number;
  /** Quality of the match, 0..1. */
  readonly confidence: number;
  /** Kind of the match of the house number; null if none was requested, 'none' if the street has no similar one. */
  readonly number: NumberMatch | 'none' | null;
  /** Whether the requested unit is stored; null if none was requested. */
  readonly unit: boolean | null;
  /** Whether words were misspelled or incomplete. */
  readonly inexact: boolean;
  /** Words of the query that match nothing. */
  readonly unmatched: readonly string[];
}

/** Findings below this confidence are dropped. */
export const LEAST_CONFIDENCE = 0.45;

/** A finding before findings are compared with each other. */
export interface Scored {
  readonly kind: Found['kind'];
  readonly address: number;
  readonly row: number;
  readonly name: number;
  readonly confidence: number;
  readonly number: Found['number'];
  readonly unit: boolean | null;
  /** Key of the house number that the query was read with, "" for none. */
  readonly asked: string;
  /** How likely the query means this number, above 0 and at most 1. */
  readonly likely: number;
  /** Whether the number stands beside the street in the query. */
  readonly beside: boolean;
  readonly quality: number;
  /** Whether the query has the street's name word by word, in one go. */
  readonly verbatim: boolean;
  /** Words of the query that stand for words of the name, and for the house number, as bits. */
  readonly nameMask: number;
  readonly numberMask: number;
  readonly mask: number;
}
