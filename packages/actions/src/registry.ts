import type { Action } from './action/action.ts';
import { analysisBrandCoverage } from './analysis.brand_coverage/index.ts';
import { analysisCategoryMix } from './analysis.category_mix/index.ts';
import { analysisIsochrone } from './analysis.isochrone/index.ts';
import { analysisMarketsBrands } from './analysis.markets_brands/index.ts';
import { analysisMarketsSector } from './analysis.markets_sector/index.ts';
import { analysisPeopleEconomy } from './analysis.people_economy/index.ts';
import { analysisRealestate } from './analysis.realestate/index.ts';
import { analysisSiteComparison } from './analysis.site_comparison/index.ts';
import { areasCompare } from './areas.compare/index.ts';
import { areasList } from './areas.list/index.ts';
import { areasProfile } from './areas.profile/index.ts';
import { enrichDataset } from './enrich.dataset/index.ts';
import { enrichPoint } from './enrich.point/index.ts';
import { enrichPoints } from './enrich.points/index.ts';
import { marketCalibrate } from './market.calibrate/index.ts';
import { marketsChanges } from './markets.changes/index.ts';
import { marketsSectors } from './markets.sectors/index.ts';
import { networkCoverage } from './network.coverage/index.ts';
import { networkMatrix } from './network.matrix/index.ts';
import { networkNearest } from './network.nearest/index.ts';
import { searchAddressesAction } from './search.addresses/index.ts';
import { searchBrands } from './search.brands/index.ts';
import { searchResolveAddress } from './search.resolve_address/index.ts';
import { searchReverseAddress } from './search.reverse_address/index.ts';
import { siteRank } from './site.rank/index.ts';
import { siteSearch } from './site.search/index.ts';
import { storesFind } from './stores.find/index.ts';

/** Every action of the service, in the order of the catalogue. A new action is a new folder and one line here. */
export const actions: readonly Action[] = [
  analysisIsochrone,
  analysisPeopleEconomy,
  analysisMarketsSector,
  analysisCategoryMix,
  analysisMarketsBrands,
  analysisBrandCoverage,
  analysisSiteComparison,
  analysisRealestate,
  networkCoverage,
  networkMatrix,
  networkNearest,
  siteRank,
  siteSearch,
  marketCalibrate,
  enrichPoint,
  enrichPoints,
  searchAddressesAction,
  searchResolveAddress,
  searchReverseAddress,
  areasList,
  marketsSectors,
  searchBrands,
  marketsChanges,
] as readonly Action[];

/** Free computations of the web app's own pages. They are in no catalogue: no key, no tool and no version knows them. */
export const pageActions: readonly Action[] = [areasCompare, areasProfile, storesFind] as readonly Action[];

/** Actions that a service has where its operator gave it a store for files. */
export const storeActions: readonly Action[] = [enrichDataset] as readonly Action[];

/** The action with this id, or undefined. */
export const findAction = (id: string): Action | undefined => actions.find((action) => action.id === id);
