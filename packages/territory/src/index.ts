export type { MultiPolygonCoordinates } from '@hinterland/geo';
export { checkBundle } from './check/checkBundle.ts';
export { addressCountries } from './derive/addressSearch/addressCountries.ts';
export { addressSearchTables, namedSearchTables } from './derive/addressSearch/build.ts';
export { derivedTables, edgeBoxes, nodeEdges, poleBoxes, snapStarts } from './derive/derived.ts';
export { shapeFromTables, shapeOfMode, tablesOfShape } from './derive/hierarchy.ts';
export { areaPolygonReader, encodeAreaPolygons } from './format/areaPolygons.ts';
export { BACKDROP_KINDS, BACKDROP_TABLES, type BackdropKind, backdropGeometry } from './format/backdropTables.ts';
export {
  type DataFamily,
  type Distribution,
  FAMILIES,
  type Family,
  type FamilyDescriptor,
  type ListingSource,
  type Manifest,
  type MeasuredCompleteness,
  type ModelledSpend,
  measuredCompleteness,
  type Source,
  SPENDERS,
  type Supply,
  type TopicEntry,
} from './format/descriptor.ts';
export {
  AREA_COLUMNS,
  AREA_KINDS,
  type AreaColumn,
  type AreaKind,
  FLOOR_AREA_SOURCES,
  type FloorAreaSource,
  HIERARCHY_TABLE,
  HOURS_OF_DAY,
  JOIN_TABLE,
  LINK_TABLE,
  LISTING_KINDS,
  LISTING_STATES,
  type ListingKind,
  type ListingState,
  NO_DAY,
  NODE_LIMIT_TABLE,
  NONE,
  POLE_KINDS,
  type PoleKind,
  PROPERTY_TYPES,
  type PropertyType,
  ROAD_CLASSES,
  type RoadClass,
  SEARCH_NAME_KINDS,
  type SearchNameKind,
  SNAP_TABLE,
  SOCIODEMO_TABLES,
  SPEED_TABLES,
  STORE_SOURCES,
  STORE_STATES,
  type StoreSource,
  type StoreState,
  TERRITORY_TABLES,
  TOPIC_FLAG,
  WEIGHT_TABLE,
} from './format/tables.ts';
export { TRANSIT_RULE } from './format/transitTables.ts';
export { tableOf } from './memory/columns.ts';
export { baseOf, correctedTerritory, correctionsIn } from './memory/corrected.ts';
export { storeRowsById } from './memory/correctedRows.ts';
export {
  CORRECTION_EFFECTS,
  type Corrections,
  type ListedStore,
  type StoreCorrection,
} from './memory/corrections.ts';
export {
  inMemoryTerritory,
  type PlayersParts,
  type RealestateParts,
  type TerritoryParts,
} from './memory/inMemory.ts';
export { type PartlyRead, partlyRead, windowOn } from './memory/parts.ts';
export { type SharedTerritory, scratchOf, shareTerritory, territoryFromShared } from './memory/share.ts';
export type {
  AddressSearchTables,
  Backdrop,
  EarlierStores,
  Realestate,
  Sociodemo,
  Speeds,
  Territory,
  TopicTable,
} from './memory/territory.ts';
export { Utf8Column } from './memory/text.ts';
export type { TopicTableInput } from './memory/topicTable.ts';
export { listVersions, readDescriptor, readManifest } from './read/bundleFiles.ts';
export { type ExpectedFile, expectedFiles } from './read/expectedFiles.ts';
export { loadTerritory } from './read/loadTerritory.ts';
export { type ManifestVersion, readManifestVersion } from './read/manifestVersion.ts';
export { sha256OfFile } from './read/readFile.ts';
export type { FamilyContent, TopicTableName } from './write/familyContent.ts';
export { putInForce } from './write/putInForce.ts';
export { writeFamily } from './write/writeFamily.ts';
