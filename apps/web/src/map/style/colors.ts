/** Colors of the ground behind data: pale, so that data stand out. */
export interface Colors {
  readonly land: string;
  /** Where the map ends. */
  readonly beyond: string;
  readonly water: string;
  readonly waterName: string;
  readonly forest: string;
  readonly park: string;
  readonly grass: string;
  readonly farmland: string;
  readonly wetland: string;
  readonly beach: string;
  readonly cemetery: string;
  readonly industrial: string;
  readonly building: string;
  readonly buildingEdge: string;
  readonly road: string;
  readonly roadEdge: string;
  readonly motorway: string;
  readonly motorwayEdge: string;
  readonly path: string;
  readonly rail: string;
  readonly border: string;
  readonly name: string;
  readonly quietName: string;
  readonly halo: string;
}

/** Paper. */
export const DAY: Colors = {
  land: '#f6f4ef',
  beyond: '#e6e4dd',
  water: '#cfdce1',
  waterName: '#7d97a3',
  forest: '#dfe7d6',
  park: '#e2ead8',
  grass: '#e9eee0',
  farmland: '#f3f1e6',
  wetland: '#dfe8e2',
  beach: '#f3ecd9',
  cemetery: '#e4eadd',
  industrial: '#efebe6',
  building: '#e9e5dd',
  buildingEdge: '#ddd8ce',
  road: '#ffffff',
  roadEdge: '#d9d3c8',
  motorway: '#fbf1dc',
  motorwayEdge: '#d8c8a6',
  path: '#d9d3c7',
  rail: '#cdc8be',
  border: '#b5adba',
  name: '#4c4a45',
  quietName: '#615d55',
  halo: '#fbfaf7',
};

/** Slate. */
export const NIGHT: Colors = {
  land: '#22282d',
  beyond: '#1b1f23',
  water: '#171c21',
  waterName: '#56707e',
  forest: '#242e2c',
  park: '#263230',
  grass: '#262e2f',
  farmland: '#252b2e',
  wetland: '#20292c',
  beach: '#2b2d2c',
  cemetery: '#262f2f',
  industrial: '#272c31',
  building: '#2b3238',
  buildingEdge: '#343c43',
  road: '#465059',
  roadEdge: '#1c2125',
  motorway: '#58564e',
  motorwayEdge: '#1b1f22',
  path: '#3e4750',
  rail: '#414a52',
  border: '#504e5c',
  name: '#c3c9cd',
  quietName: '#aab3b9',
  halo: '#1d2327',
};

/** Colors of data: one hue by lightness, and blue and orange where two things differ. */
export interface DataColors {
  readonly area: string;
  readonly areaLine: string;
  readonly shared: string;
  readonly missing: string;
  readonly point: string;
  /** Other stores: quieter than the places asked about. */
  readonly rival: string;
  readonly pointEdge: string;
  /** Outline of what is pointed at. */
  readonly marked: string;
}

/** How much of the ground a band hides, the outermost first; one alone hides `ONE_BAND`. */
const [OUTERMOST, INNERMOST, ONE_BAND] = [0.25, 0.72, 0.3];

/** Shares of the ground that bands hide, the outermost first: even steps, which eyes tell apart by their fills alone. */
export const bandCovers = (count: number): readonly number[] =>
  count === 1
    ? [ONE_BAND]
    : Array.from({ length: count }, (_, i) => OUTERMOST + ((INNERMOST - OUTERMOST) * i) / (count - 1));

/** How much of the ground a class of areas hides: further apart than bands, since areas of two classes may lie far from each other. */
const [LOWEST, HIGHEST] = [0.1, 0.94];

/** Shares of the ground that classes hide, the lowest first. */
export const classCovers = (count: number): readonly number[] =>
  count === 1 ? [ONE_BAND] : Array.from({ length: count }, (_, i) => LOWEST + ((HIGHEST - LOWEST) * i) / (count - 1));

/** Opacity of each band where those within lie on it, the outermost first. */
export const bandOpacities = (count: number): readonly number[] =>
  bandCovers(count).map((cover, i, all) => 1 - (1 - cover) / (1 - (all[i - 1] ?? 0)));

/** Opacity of the parts of a network's reach: of one store, of several, of none, of those that close. */
export const PART_OPACITY = { covered: 0.24, shared: 0.38, white: 0.24, left: 0.5 } as const;

export const DATA_DAY: DataColors = {
  area: '#0b6b5d',
  areaLine: '#085347',
  shared: '#27348b',
  missing: '#d97a1e',
  point: '#1a2326',
  rival: '#5b676c',
  pointEdge: '#ffffff',
  marked: '#1668c4',
};

export const DATA_NIGHT: DataColors = {
  area: '#5cc4b0',
  areaLine: '#83d8c7',
  shared: '#b4c4ff',
  missing: '#e9a15a',
  point: '#e8edee',
  rival: '#a9b4b9',
  pointEdge: '#12181b',
  marked: '#7db7ff',
};
