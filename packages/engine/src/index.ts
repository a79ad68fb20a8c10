export {
  type CatchmentOptions,
  catchment,
  forEachReachedPole,
  MAX_LIMITS,
  MAX_ORIGINS,
  reachedPoles,
} from './catchment/catchment.ts';
export type { Band, Catchment, Holdings, ReachedPoles, UnitShares } from './catchment/types.ts';
export { type Census, censusOf, type FilledColumn } from './census/census.ts';
export { measureOfUnits, measurePerPole } from './census/measures.ts';
export { type ClassRuns, forEachRun } from './coverage/classRuns.ts';
export { type ClassWeights, classPoles, classWeights } from './coverage/classWeights.ts';
export { type ClosingOptions, type ClosingPlan, type ClosingStep, closingPlan } from './coverage/closingPlan.ts';
export {
  adoptStoreSetsHierarchy,
  MAX_PLACES,
  storeSets,
  storeSetsHierarchy,
} from './coverage/computeStoreSets.ts';
export { type CoverageGround, coverageGround } from './coverage/coverageGround.ts';
export {
  coveredPeople,
  type Network,
  type NetworkReach,
  networkOf,
  networkReach,
  reachOf,
  type StoreReach,
  storesByPole,
} from './coverage/network.ts';
export { type OpeningOptions, type OpeningPlan, type OpeningStep, openingPlan } from './coverage/openingPlan.ts';
export { MAX_COMBINATIONS, type Optimum } from './coverage/optimum.ts';
export { type Overlap, overlaps, overlapsByStore } from './coverage/overlaps.ts';
export { checkReachedPoles, MAX_REACHED_POLES, polesOfPlaces, TooManyPolesError } from './coverage/poleLimit.ts';
export { type RelocationPlan, relocationPlan } from './coverage/relocationPlan.ts';
export { spacing } from './coverage/spacing.ts';
export {
  joinStoreSets,
  type StoreSets,
  type StoreSetsOptions,
  type StoreSetsPart,
  type StoreSetsQuery,
} from './coverage/storeSets.ts';
export { levelInUse, type WhiteSpot, type WhiteSpotLevel, type WhiteSpots, whiteSpots } from './coverage/whiteSpots.ts';
export { type AddressParts, parseParts, parseQuery, type Query } from './geocode/query.ts';
export { addressesAt, type NearPole, nearestPoles } from './geocode/reverse.ts';
export { type Found, type SearchOptions, searchAddresses } from './geocode/search.ts';
export { profileOf } from './graph/edgeCosts.ts';
export type { Hierarchy, HierarchyArcs } from './hierarchy/hierarchy.ts';
export { type Isochrone, isochrones } from './isochrone/isochrone.ts';
export type { ShapeQuality } from './isochrone/shapeQuality.ts';
export {
  ATTRACTION_BOUNDS,
  type Calibration,
  type CalibrationMarket,
  type CalibrationOptions,
  calibrateToOrigins,
  calibrateToSales,
  DISTANCE_BOUNDS,
  type ObservedOrigins,
  type ObservedSales,
} from './market/calibrate.ts';
export {
  type Decay,
  decayAt,
  decayTable,
  type HuffParameters,
  MAX_STEP_SECONDS,
  STEPS_PER_SECOND,
  TOO_FAR,
} from './market/decay.ts';
export { type Goodness, goodnessOf } from './market/goodness.ts';
export { breakingPoint, reillyRatio } from './market/gravity.ts';
export {
  type FlowGroups,
  type Flows,
  flowsBetween,
  type HuffModel,
  huff,
  type Market,
  type MarketStore,
  marketOf,
  marketStore,
  outsideShare,
  outsideSpend,
  spendBetween,
  storeSales,
  storeShare,
} from './market/huff.ts';
export {
  leakageSurplusFactor,
  locationQuotient,
  perTenThousand,
  RESIDENTS_FOR_RATES,
  salesPotentialPerSquareMeter,
  type TradeAreaOverlap,
  tradeAreaOverlap,
} from './market/indices.ts';
export { type MciFit, type MciObservation, mciFit } from './market/mci.ts';
export { type PlaceReach, placesInBands } from './market/placeCosts.ts';
export { expenditurePerResident, type SectorDemand, sectorDemand, spreadOverPoles } from './market/sectorDemand.ts';
export {
  capacityPerStore,
  huffParametersOf,
  MAX_TRAVEL_TIMES,
  MarketTooLargeError,
  marketUnder,
  type OutsideOption,
  outsideOptionOf,
  type SectorMarket,
  type SectorMarketQuery,
  type SectorStore,
  sectorMarket,
  storeAt,
  variedParameters,
} from './market/sectorMarket.ts';
export { floorAreaOf, placeOfStore, sectorCodeOf, snapOfStore, storesBySector } from './market/sectorStores.ts';
export { type ClosingEffect, closingEffect, type OpeningEffect, openingEffect } from './market/siteEffect.ts';
export { rankSites, type SiteEffect, type SitePlace, type SiteRanking, type SitesQuery } from './market/sites.ts';
export { areaOfStores, storesInAreas } from './market/storeAreas.ts';
export { type StoreTimesQuery, snapPlace, storeTimes } from './market/storeTimes.ts';
export { CatchmentError, type CatchmentErrorCode, OutsideCoverageError, SnapError } from './query/errors.ts';
export type { CatchmentQuery, Direction, LatLng, ReachMeasure } from './query/query.ts';
export {
  type GrossYield,
  type MarketFigures,
  type PropertyMarket,
  type RealestateFigures,
  realestateFigures,
  type Trend,
} from './realestate/figures.ts';
export { eachListingAt, type ListingFilter, type Listings, listingsOf, listingTest } from './realestate/listings.ts';
export {
  monthName,
  monthOfName,
  PERIODS,
  type Period,
  type PeriodList,
  periodsBetween,
} from './realestate/periods.ts';
export { MINIMUM_LISTINGS, type Quartiles } from './realestate/quartiles.ts';
export { MINIMUM_TREND_PERIODS } from './realestate/trend.ts';
export type { NodeField } from './search/workspace.ts';
export { nearestEdge } from './snap/nearestEdge.ts';
export type { SnappedOrigin } from './snap/snapOrigins.ts';
export { SNAP_HARD_LIMIT_METERS, SNAP_LIMIT_METERS, snapOrigins } from './snap/snapOrigins.ts';
export {
  BENCHMARK_LEVELS,
  type Benchmark,
  type BenchmarkLevel,
  benchmarksOf,
  type SurroundingArea,
  surroundingAreas,
} from './tables/benchmarks.ts';
export { type Field, type FieldMethod, TOPICS } from './tables/fields.ts';
export { type FieldDictionary, type Figures, type ListItem, MINIMUM_COVERAGE } from './tables/figures.ts';
export { marginOfSum } from './tables/marginOfError.ts';
export { type ClassLimits, groupedMedian, type Median, medianOfMedians } from './tables/median.ts';
export { polesInPolygon } from './tables/polygon.ts';
export { areaColumn, holdingsOfPoles, polesOfArea } from './tables/shares.ts';
export {
  type AvailableTopic,
  type Part,
  type Topic,
  type TopicOptions,
  topicAvailable,
  topicTables,
  type UnavailableTopic,
} from './tables/topicTables.ts';
