export { type AmountUnit, amountUnitOf, currencyCodeOf } from './amounts.ts';
export { chosenRows, type NumberedRow, type RowWishes } from './chosenRows.ts';
export {
  ADDRESS_ROLES,
  type AddressRole,
  COLUMN_ROLES,
  type ColumnRole,
  meaningOfO,
  rolesByName,
} from './columns.ts';
export { type SpotRole, spotInRow } from './rowSpot.ts';
export { holdsSales, plainName, SALES_ROLES, type SalesRole, salesHeading } from './sales.ts';
export { isTotal, TWIN_METERS, twinsAmong } from './twins.ts';
