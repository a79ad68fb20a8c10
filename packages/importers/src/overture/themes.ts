/** Themes of Overture that a territory may take rows from. */
export const OVERTURE_THEMES = ['addresses', 'places', 'buildings', 'divisions'] as const;
export type OvertureTheme = (typeof OVERTURE_THEMES)[number];

export interface ThemeFacts {
  /** The type of its rows, by which the publisher names folders. */
  readonly type: string;
  readonly purpose: string;
  /** Columns that are read where the release has them; contacts never are. */
  readonly columns: readonly string[];
  /** License of a row that does not name its own. */
  readonly licence: string;
  /** Where a row counts as inside the box: its point, the middle of its outline, or any part of it. */
  readonly inside: 'middle' | 'any';
  /** About: bytes to fetch for a person of the place, and whatever its size, for the ends of files. */
  readonly bytesPerPerson: number;
  readonly leastMegabytes: number;
}

/** Every row has these; the box is looked at before anything else is fetched. */
export const BOX_COLUMN = 'bbox';
const COMMON = ['id', 'geometry', 'sources'];

export const THEMES: Readonly<Record<OvertureTheme, ThemeFacts>> = {
  addresses: {
    type: 'address',
    purpose: 'addresses',
    columns: [...COMMON, 'number', 'street', 'unit', 'postcode', 'postal_city', 'address_levels', 'country'],
    licence: 'as its register says',
    inside: 'middle',
    bytesPerPerson: 60,
    leastMegabytes: 12,
  },
  places: {
    type: 'place',
    purpose: 'shops and other places of business',
    columns: [
      ...COMMON,
      'names',
      'brand',
      'categories',
      'basic_category',
      'taxonomy',
      'confidence',
      'operating_status',
      'addresses',
    ],
    licence: 'CDLA-Permissive-2.0',
    inside: 'middle',
    bytesPerPerson: 40,
    leastMegabytes: 12,
  },
  buildings: {
    type: 'building',
    purpose: 'buildings',
    columns: [...COMMON, 'subtype', 'class', 'num_floors', 'height', 'is_underground'],
    licence: 'ODbL-1.0',
    inside: 'middle',
    bytesPerPerson: 120,
    leastMegabytes: 12,
  },
  divisions: {
    type: 'division_area',
    purpose: 'boundaries',
    columns: [...COMMON, 'country', 'region', 'subtype', 'class', 'is_land', 'names', 'division_id'],
    licence: 'ODbL-1.0',
    inside: 'any',
    bytesPerPerson: 2,
    leastMegabytes: 40,
  },
};
