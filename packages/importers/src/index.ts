export {
  type AssembledTerritory,
  type AssembleOptions,
  assembleTerritory,
  type Progress,
} from './assemble/assemble.ts';
export { ImportError } from './importError.ts';
export type * from './inputs.ts';
export { OsmBuilder, OsmData, type Tags } from './osm/data.ts';
export { type OsmPbf, readOsmPbf } from './osm/pbf.ts';
export type { KnownBrand, PlayersInput, StorePoint } from './players/store.ts';
export type { ListingPoint, RealestateInput } from './realestate/listing.ts';
export { type BuildOptions, buildTerritory, readInputs } from './recipe/build.ts';
export { type ReadRecipeOptions, type Recipe, readRecipe } from './recipe/read.ts';
export { Report, type ReportJson, renderReport } from './report.ts';
