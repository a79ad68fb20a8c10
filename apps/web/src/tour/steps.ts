import type { TextKey } from '../text/index.ts';

/** A part of the frame or the start page, and what the tour says of it. */
export interface Step {
  /** Value of its `data-tour`. A step whose part is not shown, such as the palette's button on a phone, is left out. */
  readonly at: string;
  readonly title: TextKey;
  readonly text: TextKey;
}

export const steps: readonly Step[] = (['search', 'examples', 'credits', 'navigation', 'palette'] as const).map(
  (at) => ({
    at,
    title: `tour.${at}`,
    text: `tour.${at}Text`,
  }),
);
