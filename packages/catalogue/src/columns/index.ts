export {
  ADDRESS_ROLES,
  type AddressRole,
  arePlace,
  COLUMN_ROLES,
  type ColumnRole,
  degreesOf,
  rolesByName,
} from './columns.ts';
