import type { SaidBeside } from '@hinterland/answers/said';
import type { Catchment } from '@hinterland/engine/catchment';
import type { DataFamily } from '@hinterland/territory';
import type { z } from 'zod';
import type { ActionContext, PricePart, QuoteLine } from '../action/action.ts';

/** Sections of enrich.point, in the order of its results and quote lines. */
export const SECTION_NAMES = ['people', 'economy', 'realestate', 'brands', 'sectors'] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

/** Request of a call of enrich.point to its sections. */
export interface SectionRequest {
  /** Codes, each once, or the three sectors with most shops in the catchment. */
  readonly sectors: 'auto' | readonly string[];
  /** Exact names, each once; empty where none were asked for. */
  readonly brands: readonly string[];
  /** full adds what makes results long: listings, shop points. */
  readonly detail: 'summary' | 'full';
}

/** Why a section is left out, and not charged: a word for programs and a sentence for people. */
export interface Skipped {
  readonly reason: 'no_data' | 'no_brands';
  readonly detail: string;
  readonly said?: SaidBeside | undefined;
}

/**
 * The figures of an analysis for a computed catchment, as a part of enrich.point; `sections.ts` lists all.
 *
 * `quote` and `run` are pure. They throw ActionProblem for what the territory cannot answer (an unknown code, with the
 * pointer `#/sectors/0` or `#/brands/0`), both the same. `run` is called only where `quote` gave a line.
 */
export interface Section<R extends object = object> {
  readonly name: SectionName;
  /** Data families that the result depends on, other than the territory. */
  readonly families: readonly DataFamily[];
  /** Its price: the tariff of its analysis. */
  readonly price: Omit<PricePart, 'name'>;
  /** The member of the result with the section's name. */
  readonly output: z.ZodType<R>;
  /** The one priced part of the section, at the tariff of its analysis, or why it is skipped. */
  quote(
    context: ActionContext,
    catchment: Catchment,
    request: SectionRequest,
  ): { readonly line: QuoteLine } | { readonly skipped: Skipped };
  /** `creditsDue` is at most the credits of the line. */
  run(
    context: ActionContext,
    catchment: Catchment,
    request: SectionRequest,
  ): { readonly result: R; readonly creditsDue: number };
}
