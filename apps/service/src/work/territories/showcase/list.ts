/** A call to show what the service can do, made around a place of the territory. */
export interface Showcase {
  /** Names it in addresses and texts. */
  readonly id: string;
  readonly actionId: string;
  /** What it answers, as a question. */
  readonly title: string;
  /** Input of the action around the place. */
  readonly inputAt: (place: { readonly lat: number; readonly lng: number }) => Readonly<Record<string, unknown>>;
}

/** In the order in which they are preferred; those whose data a territory lacks are left out. */
export const SHOWCASES: readonly Showcase[] = [
  {
    id: 'reach',
    actionId: 'analysis.isochrone',
    title: 'How many people live within 5, 10 and 15 minutes by car?',
    inputAt: (place) => ({ origins: [place], bandSeconds: [300, 600, 900], mode: 'car' }),
  },
  {
    id: 'people',
    actionId: 'analysis.people_economy',
    title: 'Who lives within a walk of 15 minutes?',
    inputAt: (place) => ({ origins: [place], bandSeconds: [900], mode: 'walk', topics: ['residents', 'age_classes'] }),
  },
  {
    id: 'bakeries',
    actionId: 'analysis.markets_sector',
    title: 'Is there room for another bakery here?',
    // As far as customers of a bakery come: the figures are those that the verdict rests on.
    inputAt: (place) => ({ origins: [place], bandSeconds: [1200], mode: 'car', sectors: ['food.bakery'] }),
  },
  {
    id: 'walk',
    actionId: 'analysis.isochrone',
    title: 'How far does one get on foot in 5, 10 and 15 minutes?',
    inputAt: (place) => ({ origins: [place], bandSeconds: [300, 600, 900], mode: 'walk' }),
  },
  {
    id: 'bicycle',
    actionId: 'analysis.isochrone',
    title: 'How far does one get by bicycle in 10 and 20 minutes?',
    inputAt: (place) => ({ origins: [place], bandSeconds: [600, 1200], mode: 'bicycle' }),
  },
];

/** As many as the start page shows. */
export const SHOWN = 3;
