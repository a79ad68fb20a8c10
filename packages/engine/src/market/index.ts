export { type CaptureCurve, captureCurve, capturedUnder, storeHalfway } from './captureCurve.ts';
export { closingBySales } from './closing.ts';
export { STEPS_PER_SECOND, TOO_FAR } from './decay.ts';
export { huff, marketOf, marketStore, outsideShare, spendBetween, storeSales } from './huff.ts';
export { leakageSurplusFactor, locationQuotient, perTenThousand, salesPotentialPerSquareMeter } from './indices.ts';
export { placesInBands } from './placeCosts.ts';
export { demandErrorOf, modelledSpendOf, sectorDemand, spreadOverPoles } from './sectorDemand.ts';
export {
  capacityPerStore,
  huffParametersOf,
  MAX_TRAVEL_TIMES,
  MarketTooLargeError,
  marketUnder,
  type SectorMarket,
  sectorMarket,
  variedParameters,
} from './sectorMarket.ts';
export {
  floorAreaOf,
  isWhereListed,
  placeOfStore,
  sectorCodeOf,
  snapOfStore,
  storesBySector,
} from './sectorStores.ts';
export { openingEffect } from './siteEffect.ts';
export { rankSites, type SitePlace } from './sites.ts';
export { areaOfStores, nearestPole, storesInAreas } from './storeAreas.ts';
export { storeTimes } from './storeTimes.ts';
