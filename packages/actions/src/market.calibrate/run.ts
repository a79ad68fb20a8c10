import { RIVALS } from '@hinterland/engine/salesModel';
import { rounded } from '@hinterland/geo';
import type { ActionContext, RunOutcome } from '../action/action.ts';
import { describeTimeOfDay } from '../catchments/timeOfDay.ts';
import { headingOf } from '../input/stores.ts';
import { roundedAll, versionsOf } from '../output/common.ts';
import { whatCame } from '../sales/came.ts';
import { learn, missOf } from '../sales/learn.ts';
import { limitsOf, meaningOf, sentenceOf } from '../sales/words.ts';
import { tariffs } from '../tariffs.ts';
import type { Input, Output } from './schema.ts';

export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  const { territory } = context;
  const learned = learn(context, input);
  const { model, own, used, leftOut, matches, market, sector, currency } = learned;
  const beatsRivals = model.isBetter === true;
  const sentence = sentenceOf(learned);
  const dataVersion = versionsOf(territory, [
    'territory',
    'sociodemo',
    'players',
    ...(input.mode === 'transit' ? (['transit'] as const) : []),
  ]);
  const known = own.filter((place) => place.known !== null).length;
  const result: Output = {
    sentence,
    beatsRivals,
    error: missOf(model.error),
    rivals: Object.fromEntries(RIVALS.map((name) => [name, missOf(model.rivals[name]!)])) as Output['rivals'],
    withinFifth: { model: rounded(model.withinFifth!), bestRival: rounded(model.rivalWithinFifth!) },
    sector: { code: sector.code, name: sector.names.en },
    currency,
    stores: used.map(({ given, sales, months, note }, i) => {
      const { leftOutWithNeighbors, isOutlier } = model.stores[i]!;
      const match = matches[i] ?? null;
      return {
        ...headingOf(given),
        observed: rounded(sales),
        months,
        note,
        predicted: rounded(leftOutWithNeighbors),
        error: rounded(leftOutWithNeighbors / sales - 1),
        squareMeters: own[i]!.squareMeters,
        format: own[i]!.format,
        matched: match === null ? null : territory.players!.stores.id.at(match.row),
        isOutlier,
      };
    }),
    leftOut: leftOut.map(({ given, reason }) => ({ ...headingOf(given), reason })),
    terms: model.terms.map(({ term, value, low, high, atBound }) => ({
      term,
      meaning: meaningOf(term),
      value: rounded(value),
      low: low === null ? null : rounded(low),
      high: high === null ? null : rounded(high),
      atBound,
    })),
    path: model.path.map(({ added, error }) => ({ added, error: missOf(error) })),
    limits: limitsOf(learned),
    method: {
      decay: model.decay,
      mode: input.mode,
      traffic: input.traffic,
      ...describeTimeOfDay(territory, market.query),
      competitors: market.stores.length - known,
    },
    model: {
      id: learned.id,
      name: input.name ?? sector.names.en,
      territory: territory.manifest.id,
      sectorCode: sector.code,
      currency,
      mode: input.mode,
      traffic: input.traffic,
      ...(input.departure === undefined ? {} : { departure: input.departure }),
      beatsRivals,
      sentence,
      storeTerms: [...learned.storeTerms],
      scales: roundedAll({ ...learned.scales }),
      stores: used.map(({ given, sales }, i) => ({
        ...headingOf(given),
        lat: given.lat,
        lng: given.lng,
        squareMeters: own[i]!.squareMeters,
        format: own[i]!.format,
        attributes: { ...own[i]!.attributes },
        sales: rounded(sales),
      })),
      fitted: roundedAll(model),
      dataVersion,
    },
    ...(input.earlier === undefined ? {} : { came: whatCame(context, input.earlier, learned) }),
    dataVersion,
  };
  context.progress(1, 'done');
  return {
    result,
    creditsDue: used.length * tariffs.salesStore.unitCredits,
    summary: roundedAll({ sentence, stores: used.length, error: result.error }),
  };
}
