export {
  type AssembledTerritory,
  type AssembleOptions,
  assembleTerritory,
} from './assemble/assemble.ts';
export { ImportError } from './errors/importError.ts';
export type { FetchProgress } from './fetch/fetchFiles.ts';
export { BuiltUpAreas } from './graph/builtUp.ts';
export type * from './inputs/backdrop.ts';
export type * from './inputs/boundaries.ts';
export type * from './inputs/census.ts';
export type { ListingPoint, RealestateInput } from './inputs/listings.ts';
export type * from './inputs/poles.ts';
export type { KnownBrand, PlayersInput, StorePoint } from './inputs/stores.ts';
export type * from './inputs/territory.ts';
export type { Timetable } from './inputs/transit.ts';
export { OsmBuilder } from './map/osmBuilder.ts';
export { OsmData, type Tags } from './map/osmData.ts';
export { OVERTURE_THEMES } from './overture/themes.ts';
export { readOsmPbf } from './pbf/readOsmPbf.ts';
export { findPlace } from './places/findPlace.ts';
export { Namesakes } from './places/namesakes.ts';
export { eachTiffCell } from './raster/cellsOfTiff.ts';
export { buildTerritory } from './recipe/build.ts';
export { readRecipe } from './recipe/read.ts';
export { Report } from './report/report.ts';
export { type ComparedSource, comparedSources } from './world/comparedSources.ts';
export { type GotTerritory, getTerritory } from './world/getTerritory.ts';
export { getWithStores } from './world/getWithStores.ts';
export { withFreeId } from './world/ownBundle.ts';
export { RASTERS, type RasterName } from './world/peopleSources.ts';
export { makePlan, type Plan } from './world/plan.ts';
export { type RenewedStores, renewStores } from './world/renewStores.ts';
export { MOST_RIM_KM } from './world/rim.ts';
