/** What a column may say of a row. */
export const ROLES_OF_COLUMNS = [
  'id',
  'name',
  'lat',
  'lng',
  'address',
  'number',
  'unit',
  'street',
  'locality',
  'region',
  'postcode',
] as const;
export type ColumnRole = (typeof ROLES_OF_COLUMNS)[number];

/** Which column has a role, by its name. */
export type Mapping = Readonly<Partial<Record<ColumnRole, string>>>;
