export {
  ADDRESS_ROLES,
  type AddressRole,
  arePlace,
  COLUMN_ROLES,
  type ColumnRole,
  degreesOf,
  numbersOf,
  rolesByName,
} from './columns.ts';
