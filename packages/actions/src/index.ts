export { SNAP_HARD_LIMIT_METERS, SNAP_LIMIT_METERS } from '@hinterland/engine/snap';
export type {
  Action,
  ActionContext,
  Batch,
  BatchItem,
  Channel,
  DatasetRows,
  Parts,
  Progress,
  Quote,
} from './action/action.ts';
export { describeAction } from './action/descriptor.ts';
export { lackingFamilies, lackOf, lackOfFamily } from './action/lack.ts';
export { outputPlan } from './action/plan.ts';
export { quotedCredits, totalCredits } from './action/pricing.ts';
export { type AddressColumns, geocodeRow } from './addresses/columns.ts';
export { MATCHED, REASONS, type Reason, reasonOf } from './addresses/reason.ts';
export { findArea } from './areas/areaDirectory.ts';
export { areasCompare } from './areas.compare/index.ts';
export { areasProfile } from './areas.profile/index.ts';
export { sampleOf } from './enrichment/estimate.ts';
export { runForStrangers, stateForStrangers } from './forStrangers.ts';
export {
  figuresMember,
  modelMember,
  type PlaceList,
  placeLists,
  rowsMember,
  type SubjectMember,
  salesMember,
  salesTableOptions,
  subjectMembers,
} from './input/dataset.ts';
export { byRowOf, ofRow, type RowName } from './input/namedRow.ts';
export { OWN_ROWS_MAX } from './input/ownData.ts';
export { polygon as drawnPolygon } from './input/polygon.ts';
export { changesAround } from './markets.changes/ofAnswer.ts';
export { referenceIn } from './ownership/reference.ts';
export { actions, findAction, pageActions, storeActions } from './registry.ts';
export { askedRows, type RowChoices, rowChoices, rowFaultOf } from './rowDesk/choices.ts';
export { totalRow, twinsOf } from './rowDesk/twins.ts';
export { enrichColumns } from './rows/enrichColumns.ts';
export { type EnrichedRows, enrichRows } from './rows/enrichRows.ts';
export { type FoundRow, geocodeRows } from './rows/geocodeRows.ts';
export { rowWorks } from './rows/list.ts';
export type { RowWork } from './rows/rowWork.ts';
export { samplePlaces } from './rows/samplePlaces.ts';
export { snapRows } from './rows/snapRows.ts';
export { type ForecastsOfResult, forecastsIn } from './sales/forecastsIn.ts';
export { type SalesTable, type SalesTableOptions, salesOfRows } from './sales/rows.ts';
export { periodSaid } from './sales/sheet.ts';
export { yearlySales } from './sales/yearly.ts';
export { searchAddressesAction } from './search.addresses/index.ts';
export { searchResolveAddress } from './search.resolve_address/index.ts';
export { storesFind } from './stores.find/index.ts';
