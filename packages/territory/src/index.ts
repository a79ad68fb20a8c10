export { addressSearchTables, namedSearchTables, type SearchableTerritory } from './addressSearch/build.ts';
export { fold, foldText } from './addressText/fold.ts';
export { houseNumberKey, isHouseNumber, leadingDigits, NUMBER_WORDS } from './addressText/houseNumber.ts';
export { isStreetType, nameKey, nameWords } from './addressText/nameWords.ts';
export { type Vocabulary, vocabularyOf } from './addressText/vocabulary.ts';
export { AREA_POLYGONS_FILE, type AreaFeature, type AreaPolygonLines, encodeAreaPolygons } from './areaPolygons.ts';
export { listVersions, readDescriptor, readManifest } from './bundleFiles.ts';
export { type CheckOptions, checkBundle } from './check/checkBundle.ts';
export type { Finding } from './check/findings.ts';
export { type ColumnInput, type TableInput, tableOf } from './columns.ts';
export { derivedTables, edgeBoxes, nodeEdges, poleBoxes, snapStarts } from './derived.ts';
export * from './descriptor.ts';
export { BundleError } from './errors.ts';
export type { FamilyTables, TopicTableName } from './familyTables.ts';
export { shapeFromTables, shapeOfMode, tablesOfShape } from './hierarchy.ts';
export {
  inMemoryTerritory,
  type PlayersParts,
  type RealestateParts,
  type SociodemoParts,
  type TerritoryParts,
} from './inMemory.ts';
export { type LoadOptions, loadTerritory } from './loadTerritory.ts';
export { type ManifestVersion, readManifestVersion } from './manifestVersion.ts';
export { type NumberColumn, type PartlyRead, partlyRead, readOnce, windowOn } from './parts.ts';
export { type FamilyVersions, putInForce, putVersionsInForce } from './putInForce.ts';
export type { Verify } from './readFile.ts';
export * from './sectors/index.ts';
export { type SharedTerritory, scratchOf, shareTerritory, territoryFromShared } from './share.ts';
export * from './tables.ts';
export * from './territory.ts';
export { Utf8Column } from './text.ts';
export * from './topics.ts';
export { completeTopicEntries, type TopicTableInput } from './topicTables.ts';
export { type FamilyContent, writeFamily } from './writeFamily.ts';
