import type { Ranges } from '@hinterland/answers/words';
import { SECTORS } from '@hinterland/catalogue';
import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { ActionProblem } from '../action/action.ts';
import { quotedCredits } from '../action/pricing.ts';
import { analysisMarketsSector } from '../analysis.markets_sector/index.ts';
import { analysisSiteComparison } from '../analysis.site_comparison/index.ts';
import { enrichPoint } from '../enrich.point/index.ts';
import { enrichPoints } from '../enrich.points/index.ts';
import type { Together } from '../enrich.points/run.ts';
import { siteRank } from '../site.rank/index.ts';
import { tell } from '../site.rank/tell.ts';
import { siteSearch } from '../site.search/index.ts';
import { tell as tellSearch } from '../site.search/tell.ts';
import { tellingOf } from '../tell.ts';
import { contextOf } from '../testing/island.ts';
import { islandWithShops } from '../testing/shops.ts';
import { marketCalibrate } from './index.ts';
import { input, type Output } from './schema.ts';

const { town, territory } = islandWithShops();
const context = contextOf(territory);
const sectorCode = 'food.supermarket';
const parsed = (given: object) => input.parse({ sectorCode, ...given });
const run = (given: object): Output => marketCalibrate.run(context, parsed(given)).result as Output;
const random = new SeededRandom(48);

/** Stores at crossings: sales grow with floor area to the power 0.8, and with nothing else but chance. */
const chain = Array.from({ length: 24 }, (_, i) => {
  const squareMeters = Math.round(Math.exp(random.between(5.5, 7.5)));
  return {
    id: `s${i}`,
    ...town.at(random.int(11) - 5, random.int(11) - 5),
    squareMeters,
    sales: Math.round(1000 * squareMeters ** 0.8 * Math.exp(0.1 * random.normal())),
  };
});

function sentenceOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ActionProblem) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}
const refused = (stores: readonly object[]) => sentenceOf(() => marketCalibrate.quote(context, parsed({ stores })));

describe('market.calibrate', () => {
  const result = run({ stores: chain, name: 'Mine' });

  it('says first whether it beats naive forecasts, and lists every store as it is said without it', () => {
    expect(result.sentence).toContain('on 24 stores, each left out with its neighbors');
    expect(result.stores.map(({ id, observed }) => [id, observed])).toEqual(chain.map(({ id, sales }) => [id, sales]));
    for (const { observed, predicted, error } of result.stores) expect(error).toBeCloseTo(predicted / observed - 1, 4);
    expect(result.terms.map(({ term }) => term)).toContain('scale');
    // Sales follow floor area and nothing else, which the regression knows as well: better by chance is not better.
    expect(result.beatsRivals).toBe(false);
    expect(result.sentence).toContain('no better than a regression on people within reach and floor area');
    expect(result.withinFifth!.model).toBeGreaterThan(0.5);
    expect(result.error).toBeLessThan(result.rivals.meanOfStores);
    expect(result.model).toMatchObject({ name: 'Mine', sectorCode, mode: 'car', currency: result.currency });
    expect(result.model.id).toMatch(/^sm_[0-9a-f]{26}$/);
    expect(run({ stores: chain, name: 'Mine' })).toEqual(result);
  });

  it('names stores that do not count, and charges for the others alone', () => {
    const more = [
      { ...chain[0]!, id: 'none', sales: null },
      { ...chain[0]!, id: 'less', sales: -5 },
      { ...chain[0]!, id: 'away', lat: 10, lng: 10 },
    ];
    const given = parsed({ stores: [...chain, ...more] });
    expect(quotedCredits(marketCalibrate.quote(context, given))).toBe(48);
    const { result: found, creditsDue } = marketCalibrate.run(context, given);
    expect(creditsDue).toBe(48);
    expect((found as Output).leftOut.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([
      'none: Its sales are missing.',
      'less: Its sales are negative: a store of returns is no store to learn from.',
      `away: It lies outside the map of ${territory.manifest.name}, or far from any road.`,
    ]);
  });

  it('refuses what nothing can be learned from with a sentence that says what can still be answered', () => {
    expect(refused(chain.slice(0, 5))).toMatch(
      /^5 stores with sales are too few .* at least 8\. site\.rank still ranks/,
    );
    expect(refused(chain.slice(0, 1))).toMatch(/^One store with sales is too few .* site\.rank still ranks/);
    expect(refused(chain.map((store) => ({ ...store, sales: 7 })))).toMatch(
      /^All 24 stores sell the same.* site\.rank/,
    );
    expect(refused(chain.map((store) => ({ ...store, lat: 10, lng: 10 })))).toMatch(
      /24 do not count: s0: It lies outside/,
    );
    expect(refused(chain.map((store, i) => ({ ...store, currency: i === 3 ? 'CHF' : 'EUR' })))).toMatch(
      /^Sales are given in CHF and EUR\..*convert them/,
    );
    const alone = run({ stores: chain, sectorCode: 'health.optician' });
    expect(alone.limits.join(' ')).toContain('The data know no other store of the sector within reach');
  });

  it('uses no attribute that follows from sales, by its name or by what it says of them', () => {
    const told = chain.map((store, i) => ({
      ...store,
      attributes: {
        Customers: store.sales / 23,
        score: Math.round(store.sales / 31) + (i % 3),
        shelves: 10 + ((7 * i) % 13),
      },
    }));
    const found = run({ stores: told });
    expect(found.limits.join(' ')).toContain('Customers is not used: it follows from sales');
    expect(found.limits.join(' ')).toContain('score is not used: it says more of sales');
    expect(found.model.storeTerms).not.toContain('attribute:Customers');
    expect(found.model.storeTerms).not.toContain('attribute:score');
    expect(found.model.storeTerms).toContain('attribute:shelves');
  });

  it('takes a store that opened in the year for what it would sell in a whole one', () => {
    const opened = { ...chain[3]!, openedAt: '2025-08-01', sales: [{ period: '2025', amount: 500 }] };
    const found = run({ stores: chain.map((store, i) => (i === 3 ? opened : store)) }).stores[3]!;
    expect(found.observed).toBeCloseTo(1200, 6);
    expect(found.months).toBe(5);
    expect(found.note).toContain('5 months, scaled to a year');
  });
});

describe('next year', () => {
  it('holds an earlier model against the stores that it did not know, and counts its own coverage', () => {
    const earlier = run({ stores: chain.slice(0, 16) }).model;
    const { came } = run({ stores: chain, earlier });
    expect(came!.stores.map(({ id }) => id)).toEqual(chain.slice(16).map(({ id }) => id));
    for (const { sold, range80, isWithin } of came!.stores) {
      expect(isWithin).toBe(range80!.low <= sold && sold <= range80!.high);
    }
    expect(came!.within80).toBe(came!.stores.filter(({ isWithin }) => isWithin).length);
    expect(came!.sentence).toBe(
      `Of 8 stores that the earlier model did not know, ${came!.within80} sold within its range of 80%.`,
    );
    expect(run({ stores: chain.slice(0, 16), earlier }).came!.of).toBe(0);
  });
});

describe('site.rank with a model', () => {
  const { model } = run({ stores: chain });
  const candidates = [
    { id: 'a', ...town.at(0, -3), squareMeters: 600 },
    { id: 'b', ...town.at(2, 4), squareMeters: 600 },
    { id: 'big', ...town.at(2, 4), squareMeters: 90_000 },
  ];
  const rank = (more: object) => {
    const given = siteRank.input.parse({ candidates, sectorCode, ...more });
    siteRank.quote(context, given);
    return siteRank.run(context, given).result;
  };
  const forecast = rank({ model });

  it('says what each place would sell, the range with it, and changes nothing else but the verdict', () => {
    const { salesModel, together: _, ...others } = forecast;
    expect(salesModel).toMatchObject({ id: model.id, beatsRivals: model.beatsRivals, note: '' });
    const stripped = { ...others, candidates: others.candidates.map(({ forecast: _, ...one }) => one) };
    expect(JSON.stringify({ ...stripped, verdict: null })).toBe(JSON.stringify({ ...rank({}), verdict: null }));
    for (const { forecast: said } of forecast.candidates) {
      expect(said!.range80!.low).toBeLessThan(said!.sales);
      expect(said!.range80!.high).toBeGreaterThan(said!.sales);
      expect(said!.range95!.low).toBeLessThanOrEqual(said!.range80!.low);
      expect(said!.similar.length).toBe(3);
      expect(said!.sentence).toMatch(/in eight of ten cases/);
      expect(said!.takenFromOwn).toBeGreaterThan(0);
    }
    const big = forecast.candidates.find(({ id }) => id === 'big')!.forecast!;
    expect(big.beyond.map(({ reason }) => reason)).toContain('Beyond your stores: larger than any of them');
  });

  it('is as unsure of a place whose attribute is not known as without it, and says so', () => {
    const random = new SeededRandom(5);
    const drawn = chain.map((store) => {
      const quality = random.normal();
      return {
        ...store,
        sales: Math.round(store.sales * Math.exp(0.5 * quality)),
        attributes: { quality: quality + 0.3 * random.normal() },
      };
    });
    const learned = run({ stores: drawn }).model;
    expect(learned.fitted.coefficients['attribute:quality']).toBeGreaterThan(0.1);
    const ask = (attributes?: Record<string, number>) => {
      const [first, second] = candidates;
      const asked = [{ ...first!, ...(attributes === undefined ? {} : { attributes }) }, second!];
      const given = siteRank.input.parse({ candidates: asked, sectorCode, model: learned });
      const { result } = siteRank.run(context, given);
      const { forecast: said } = result.candidates.find(({ id }) => id === first!.id)!;
      return { ...said!, width: said!.range80!.high / said!.range80!.low };
    };
    const [known, not] = [ask({ quality: 0 }), ask()];
    expect(known.unknown).toEqual([]);
    expect(not.unknown).toEqual(['quality']);
    expect(not.sentence).toContain('quality of the place is not known, so the range is wider');
    expect(not.width).toBeGreaterThan(1.2 * known.width);
  });

  it('says one figure of sales: verdict, headline and order are the forecast, and the market is named as such', () => {
    const best = forecast.candidates.toSorted((a, b) => b.forecast!.netNew - a.forecast!.netNew)[0]!;
    const { verdict, sentence, sections } = tell(forecast);
    const [gain] = verdict!.because;
    expect(gain).toMatchObject({
      text: 'verdict.forecast.gain',
      with: {
        name: best.id,
        gain: { figure: best.forecast!.netNew },
        low: { figure: best.forecast!.netNewRange80!.low },
        high: { figure: best.forecast!.netNewRange80!.high },
      },
    });
    expect(sentence).toMatchObject({ figure: best.id, rest: { with: { sales: { figure: best.forecast!.mean } } } });
    const ranges = sections[0]!.parts[0] as Ranges;
    expect(ranges.ranges.map(({ value }) => value)).toEqual(
      ranges.ranges.map(({ id }) => forecast.candidates.find((one) => one.id === id)!.forecast!.mean),
    );
    const said = JSON.stringify(sections);
    expect(said).not.toContain('"rank.captured"');
    expect(said).toContain('"rank.capturedMarket"');
    // Bars of the market stand last, behind a fold.
    expect(sections.findIndex(({ parts }) => parts.some(({ kind }) => kind === 'bars'))).toBe(sections.length - 1);
    expect(sections.at(-1)).toMatchObject({ isFolded: true, title: { text: 'chart.marketModel' } });
  });

  it('says the same of places that a search finds, with the ranges in its headline', () => {
    const search = (more: object) => {
      const given = siteSearch.input.parse({
        candidates: 'places',
        places: candidates,
        sectorCode,
        apartMeters: 0,
        ...more,
      });
      siteSearch.quote(context, given);
      return siteSearch.run(context, given).result;
    };
    const found = search({ model });
    const plain = search({});
    expect(found.salesModel!.id).toBe(model.id);
    expect(found.places.length).toBe(3);
    for (const place of found.places) {
      const ranked = forecast.candidates.find(({ id }) => id === place.id)!.forecast!;
      expect(place.forecast!.sales / ranked.sales).toBeCloseTo(1, 6);
      expect(place.forecast!.range80!.low / ranked.range80!.low).toBeCloseTo(1, 6);
    }
    const { salesModel: _, places, ...others } = found;
    const stripped = places.map(({ forecast: __, ...one }) => one);
    expect({ ...others, places: stripped, verdict: null }).toEqual({ ...plain, verdict: null });
    expect(JSON.stringify(tellSearch(found).sentence)).toContain('sentence.forecast');
    expect(sentenceOf(() => search({ model, sectorCode: 'food.bakery' }))).toContain('not of food.bakery');
  });

  it('gives the same forecast in a market and at a point, where the usual floor area is asked', () => {
    const squareMeters = SECTORS.find(({ code }) => code === sectorCode)!.medianFloorAreaSquareMeters;
    const place = town.at(2, 2);
    const candidates = [
      { id: 'a', ...place, squareMeters },
      { id: 'b', ...place, squareMeters },
    ];
    const ranked = siteRank.run(context, siteRank.input.parse({ candidates, sectorCode, model })).result;
    const expected = ranked.candidates[0]!.forecast;
    const market = analysisMarketsSector;
    const asked = { origins: [place], bandSeconds: [300, 600], sectors: [sectorCode] };
    const given = market.input.parse({ ...asked, model });
    market.quote(context, given);
    const { forecast, salesModel, ...others } = market.run(context, given).result;
    expect(forecast).toEqual(expected);
    expect(salesModel!.id).toBe(model.id);
    expect(others).toEqual(market.run(context, market.input.parse(asked)).result);
    const point = { ...place, bandSeconds: [300, 600], include: ['people', 'sectors'], sectors: [sectorCode] };
    const enriched = enrichPoint.run(context, enrichPoint.input.parse({ ...point, model })).result;
    expect(enriched.forecast).toEqual(expected);
    const { forecast: _, salesModel: __, ...without } = enriched;
    expect(without).toEqual(enrichPoint.run(context, enrichPoint.input.parse(point)).result);
  });

  it('gives at each of many points the forecast of that point, and without a model the rows of before', () => {
    const options = { bandSeconds: [300, 600], include: ['people', 'sectors'], sectors: [sectorCode] };
    const points = [town.at(2, 2), town.at(-1, 3), town.at(0, 0)].map(({ lat, lng }, i) => ({ id: `p${i}`, lat, lng }));
    const batch = enrichPoints.input.parse({ points, ...options, model });
    enrichPoints.quote(context, batch);
    const { rows } = enrichPoints.run(context, batch).result as Together;
    const bare = enrichPoints.run(context, enrichPoints.input.parse({ points, ...options })).result as Together;
    points.forEach(({ lat, lng }, i) => {
      const alone = enrichPoint.run(context, enrichPoint.input.parse({ lat, lng, ...options, model }));
      expect(alone.result.forecast!.sales).toBeGreaterThan(0);
      expect(JSON.stringify(rows[i])).toBe(
        JSON.stringify({ index: i, id: `p${i}`, status: 'done', creditsDue: alone.creditsDue, result: alone.result }),
      );
      const { forecast: _, salesModel: __, ...without } = alone.result;
      expect(JSON.stringify((bare.rows[i] as { result?: unknown }).result)).toBe(JSON.stringify(without));
    });
    const other = { ...model, territory: 'elsewhere' };
    expect(sentenceOf(() => enrichPoints.quote(context, { ...batch, model: other }))).toContain(
      'It was learned in elsewhere',
    );
    const { error } = enrichPoints.input.safeParse({ points, bandSeconds: [300], model });
    expect(error?.issues.map(({ message }) => message)).toEqual([expect.stringMatching(/section sectors/)]);
  });

  it('says beside a range of 95% by fewer than 20 stores that it holds less', () => {
    const of = (count: number) => {
      const few = run({ stores: chain.slice(0, count) }).model;
      const input = siteRank.input.parse({ candidates, sectorCode, model: few });
      return siteRank.run(context, input).result;
    };
    const said = (count: number) => JSON.stringify(tellingOf('site.rank', of(count)));
    expect(of(19).candidates[0]!.forecast!.range95).not.toBeNull();
    expect(of(19).candidates[0]!.forecast!.sentence).toContain('With only 19 own stores the range of 95% holds less');
    expect(said(19)).toContain('forecast.few95');
    for (const count of [18, 20]) {
      expect(of(count).candidates[0]!.forecast!.sentence).not.toContain('holds less');
      expect(said(count)).not.toContain('forecast.few95');
    }
  });

  it('tells whether the model beats naive forecasts from figures, so in every language', () => {
    const { salesModel } = rank({ model });
    const { error, rivals } = run({ stores: chain });
    expect(salesModel).toMatchObject({ stores: chain.length, error });
    expect(salesModel!.bestRival!.error).toBeCloseTo(Math.min(...Object.values(rivals)), 5);
    const telling = JSON.stringify(tellingOf('site.rank', rank({ model })));
    expect(telling).toContain(salesModel!.beatsRivals ? 'forecast.beats' : 'forecast.loses');
    expect(telling).not.toContain(salesModel!.sentence);
  });

  it('is refused by a market and a point where it has nothing to say', () => {
    const refusal = (
      parse: () => {
        success: boolean;
        error?: { issues: readonly { message: string; path: readonly unknown[] }[] } | undefined;
      },
    ) => parse().error?.issues.map(({ path, message }) => `${path.join('/')}: ${message}`);
    const market = (more: object) =>
      refusal(() =>
        analysisMarketsSector.input.safeParse({ bandSeconds: [300], sectors: [sectorCode], model, ...more }),
      );
    expect(market({ origins: [town.at(0, 0), town.at(1, 1)] })).toEqual([expect.stringMatching(/^model: .*one place/)]);
    expect(market({ origins: [town.at(0, 0)], sectors: ['food.bakery'] })).toEqual([
      expect.stringMatching(/^model: .*food.supermarket: name it/),
    ]);
    expect(refusal(() => enrichPoint.input.safeParse({ ...town.at(0, 0), bandSeconds: [300], model }))).toEqual([
      expect.stringMatching(/^model: .*section sectors/),
    ]);
    const other = { ...model, territory: 'elsewhere' };
    const given = analysisMarketsSector.input.parse({
      origins: [town.at(0, 0)],
      bandSeconds: [300],
      sectors: [sectorCode],
      model: other,
    });
    expect(sentenceOf(() => analysisMarketsSector.quote(context, given))).toContain('It was learned in elsewhere');
  });

  it('refuses a model that was learned for another time of day, with a sentence', () => {
    const departure = { day: 'weekday', from: '08:00', to: '09:00' };
    expect(sentenceOf(() => rank({ model: { ...model, departure } }))).toContain(
      'It was learned with a departure on weekday from 08:00 to 09:00, and this call has no departure',
    );
  });

  it('says the same in a comparison of sites, which needs the sector', () => {
    const compare = (more: object) => {
      const given = analysisSiteComparison.input.parse({
        candidates: candidates.map(({ squareMeters: _, ...place }) => place),
        bandSeconds: [300],
        squareMeters: 600,
        ...more,
      });
      analysisSiteComparison.quote(context, given);
      return analysisSiteComparison.run(context, given).result;
    };
    const { salesModel, candidates: compared, together, ...others } = compare({ sectorCode, model });
    expect(together!.netNew).toBeLessThanOrEqual(together!.mean);
    expect(salesModel!.id).toBe(model.id);
    const ranked = forecast.candidates.find(({ id }) => id === 'a')!.forecast!;
    expect(compared[0]!.forecast!.sales / ranked.sales).toBeCloseTo(1, 6);
    const stripped = compared.map(({ forecast: _, ...one }) => one);
    expect(JSON.parse(JSON.stringify({ candidates: stripped, ...others, verdict: null }))).toEqual(
      JSON.parse(JSON.stringify({ ...compare({ sectorCode }), verdict: null })),
    );
    expect(() => compare({ model })).toThrow('model has no effect without sectorCode');
  });

  it('refuses a model of another sector or way of travel before anything is charged', () => {
    expect(sentenceOf(() => rank({ model, sectorCode: 'food.bakery' }))).toContain(
      'It is of the sector food.supermarket',
    );
    expect(sentenceOf(() => rank({ model, mode: 'walk' }))).toContain('It was learned with mode car');
    expect(sentenceOf(() => rank({ model: { ...model, territory: 'elsewhere' } }))).toContain(
      'It was learned in elsewhere',
    );
  });
});
