export { SNAP_HARD_LIMIT_METERS, SNAP_LIMIT_METERS } from '@hinterland/engine/snap';
export {
  type Action,
  type ActionContext,
  ActionProblem,
  type Batch,
  type BatchItem,
  CancelledError,
  type Channel,
  type Quote,
} from './action/action.ts';
export { describeAction } from './action/descriptor.ts';
export { quotedCredits, totalCredits } from './action/pricing.ts';
export { ADDRESS_ROLES, type AddressColumns, type AddressRole, geocodeRow } from './addresses/columns.ts';
export { MATCHED, REASONS, type Reason, reasonOf } from './addresses/reason.ts';
export { orDataset, type PlaceList, placeLists } from './input/dataset.ts';
export { type CalibrationReport, calibrateSector } from './markets/calibration.ts';
export type { Input as NetworkCoverageInput, Output as NetworkCoverageOutput } from './network.coverage/schema.ts';
export { resultBytes } from './output/resultBytes.ts';
export { actions, findAction } from './registry.ts';
export { type FoundRow, geocodeRows } from './rows/geocodeRows.ts';
export { rowWorks } from './rows/list.ts';
export type { RowWork } from './rows/rowWork.ts';
export { snapRows } from './rows/snapRows.ts';
export { searchAddressesAction } from './search.addresses/index.ts';
export { searchResolveAddress } from './search.resolve_address/index.ts';
