import type { Telling } from '@hinterland/answers/words';
import { tell as brandCoverage } from './analysis.brand_coverage/tell.ts';
import { tell as categoryMix } from './analysis.category_mix/tell.ts';
import { tell as isochrone } from './analysis.isochrone/tell.ts';
import { tell as marketsBrands } from './analysis.markets_brands/tell.ts';
import { tell as marketsSector } from './analysis.markets_sector/tell.ts';
import { tell as peopleEconomy } from './analysis.people_economy/tell.ts';
import { tell as realestate } from './analysis.realestate/tell.ts';
import { tell as siteComparison } from './analysis.site_comparison/tell.ts';
import { tell as enrichPoint } from './enrich.point/tell.ts';
import { tell as enrichPoints } from './enrich.points/tell.ts';
import { tell as marketCalibrate } from './market.calibrate/tell.ts';
import { tellStores } from './markets/tellStores.ts';
import { tell as marketsChanges } from './markets.changes/tell.ts';
import { tell as networkCoverage } from './network.coverage/tell.ts';
import { tell as networkMatrix } from './network.matrix/tell.ts';
import { tell as networkNearest } from './network.nearest/tell.ts';
import { tell as siteRank } from './site.rank/tell.ts';
import { tell as siteSearch } from './site.search/tell.ts';
import { tellingWithModelled } from './verdicts/modelled.ts';

/** What the answers of each action say. */
const TELLINGS: Readonly<Record<string, (result: never, pointer: string) => Telling>> = {
  'analysis.isochrone': isochrone,
  'analysis.people_economy': peopleEconomy,
  'analysis.markets_sector': marketsSector,
  'analysis.category_mix': categoryMix,
  'analysis.markets_brands': marketsBrands,
  'analysis.brand_coverage': brandCoverage,
  'analysis.site_comparison': siteComparison,
  'analysis.realestate': realestate,
  'network.coverage': networkCoverage,
  'network.matrix': networkMatrix,
  'network.nearest': networkNearest,
  'site.rank': siteRank,
  'site.search': siteSearch,
  'market.calibrate': marketCalibrate,
  'markets.changes': marketsChanges,
  'enrich.point': enrichPoint,
  'enrich.points': enrichPoints,
};

/** The rows without which an answer of some actions tells nothing: strangers do not get them where they are from a dataset. */
const ROWS: Readonly<Record<string, string>> = {
  'analysis.brand_coverage': 'ownPoints',
  'analysis.site_comparison': 'candidates',
  'network.coverage': 'stores',
  'network.matrix': 'origins',
  'network.nearest': 'origins',
  'site.rank': 'candidates',
  'site.search': 'places',
};

const NOTHING: Telling = { sentence: null, sections: [] };

/** Returns what an answer of an action says; `pointer` is its place in the whole. It imports no computation: a page may load it. */
export function tellingOf(actionId: string, result: unknown, pointer = ''): Telling {
  const rows = ROWS[actionId];
  if (rows !== undefined && (result as Readonly<Record<string, unknown>> | null)?.[rows] === undefined) return NOTHING;
  const telling = tellingWithModelled(TELLINGS[actionId]?.(result as never, pointer) ?? NOTHING, result);
  const onStores = tellStores(result as never);
  return onStores.length === 0 ? telling : { ...telling, sections: [...telling.sections, ...onStores] };
}
