// biome-ignore lint/suspicious/noExplicitAny: results of every action
type Result = Record<string, any>;

const wholeOf = (result: Result): string => {
  const parts: Result[] = result.parts;
  return (parts.findLast(({ kind }) => kind !== 'band') ?? parts.at(-1)!).id;
};

/** What each action's verdict may not say beside its figures. It reads the English text and the figures, and knows no rule. */
const CHECKS: Readonly<Record<string, (result: Result, text: string, outcome: string) => readonly string[]>> = {
  'analysis.markets_sector': (result, text, outcome) => {
    const sector = result.sectors.find(({ available }: Result) => available);
    const { room } = sector;
    if (room === null) return outcome === 'not_clear' ? [] : [`${outcome} without tables of spend`];
    const { demand, supply, stores, usualSales, captured, takenFromStores, newToMarket } = room;
    const count = Number(/at least (\d+) more/.exec(text)?.[1] ?? (outcome === 'yes' ? 1 : 0));
    return [
      outcome === 'yes' && !(demand > supply) && 'room where the stores sell all that is spent',
      outcome === 'yes' &&
        count * usualSales > (demand - supply) * 1.0001 &&
        'more stores than the rest of the spend fills',
      outcome === 'yes' && captured !== null && captured < usualSales && 'room where a new store takes less than usual',
      outcome === 'no' && captured !== null && captured >= usualSales && 'no room where a store takes its usual sales',
      captured !== null &&
        Math.abs(takenFromStores + newToMarket - captured) > 1e-4 * captured &&
        'parts are not the whole',
      !text.includes(stores === 0 ? 'no store' : stores === 1 ? 'the one store' : `the ${stores} stores`) &&
        'another number of stores',
    ].filter((fault) => fault !== false);
  },
  'analysis.site_comparison': (result, text, outcome) => {
    const rows: Result[] = result.tables.flatMap((table: Result) => table.rows);
    const row = rows.find(({ id }) => id === 'net_new') ?? rows.find(({ id }) => id === 'captured');
    const named = result.candidates.findIndex(({ name, id }: Result) => beginsWith(text, `${name ?? id} is the best`));
    if (outcome === 'yes' && named < 0) return ['no name'];
    if (outcome !== 'yes') return [];
    if (row !== undefined) return row.values[named] === Math.max(...row.values) ? [] : ['a place that gains less'];
    const won = result.candidates.map(({ id }: Result) => rows.filter(({ best }) => best.includes(id)).length);
    return won[named] === Math.max(...won) ? [] : ['a place that leads in fewer rows'];
  },
  'site.rank': ({ candidates, certainty }, text, outcome) => {
    const [first] = candidates;
    // Places at nearly the same spot stand for each other.
    const others = candidates.filter(({ id }: Result) => !(certainty?.alike ?? []).includes(id));
    const gains = others.map(({ netNew }: Result) => netNew);
    return [
      outcome === 'yes' && !beginsWith(text, `${first.name ?? first.id} is the best`) && 'another place than rank 1',
      outcome === 'yes' &&
        gains.some((gain: number, i: number) => i > 0 && gain >= gains[0]) &&
        'a place that gains no more',
      outcome === 'no' &&
        gains.some((gain: number, i: number) => gain > 0.03 * candidates[i].captured) &&
        'no gain where there is one',
    ].filter((fault) => fault !== false);
  },
  'network.coverage': ({ closurePlan, network, stores }, text, outcome) => {
    const count = Number(/^(\d+|one) of/i.exec(text)?.[1]?.replace(/one/i, '1') ?? 0);
    const still =
      closurePlan === undefined
        ? 1 - Math.min(...stores.map(({ exclusive }: Result) => exclusive)) / network.covered
        : closurePlan[Math.max(0, count - 1)]?.coveredShare;
    return [
      outcome === 'yes' && !(count >= 1 && count < stores.length) && 'all stores close, or none',
      outcome === 'yes' && !(still >= 0.9899) && 'a loss of more than a hundredth',
      outcome === 'no' && stores.length > 1 && !(still <= 0.9801) && 'no closing where hardly anybody loses a store',
    ].filter((fault) => fault !== false);
  },
  'analysis.brand_coverage': ({ coverage }, _, outcome) => {
    const { shareOfTerritory: share } = coverage;
    return (outcome === 'yes' && share <= 0.5) || (outcome === 'no' && share >= 0.5) ? [`${outcome} at ${share}`] : [];
  },
  'analysis.markets_brands': (result, _, outcome) => {
    const brand = result.brands.find(({ available }: Result) => available);
    const whole = wholeOf(result);
    const own = brand.figures[whole];
    const rivals: Result[] = brand.competitors.filter(({ brand: name }: Result) => name !== null);
    const isLess = rivals.some((rival) => rival.stores[whole] > own.stores);
    const isMost = rivals.every((rival) => rival.stores[whole] < own.stores);
    return (outcome === 'yes' && isLess) || (outcome === 'no' && isMost) ? [`${outcome} beside its rivals`] : [];
  },
  'analysis.realestate': (result, _, outcome) => {
    const [market] = result.parts.find(({ id }: Result) => id === wholeOf(result)).markets;
    const here = market.all.pricePerSquareMeter.median;
    const same = result.benchmarks.flatMap(({ markets }: Result) =>
      markets.filter(({ kind, state }: Result) => kind === market.kind && state === market.state),
    );
    const there = same
      .map(({ all }: Result) => all.pricePerSquareMeter.median)
      .find((median: unknown) => median !== null);
    return (outcome === 'yes' && here <= there) || (outcome === 'no' && here > 1.06 * there)
      ? [`${outcome} at ${here} beside ${there}`]
      : [];
  },
};

/** Sentences begin with a capital, whatever the name. */
const beginsWith = (text: string, words: string): boolean => text.toLowerCase().startsWith(words.toLowerCase());

/** Returns what a verdict says against the figures beside it. */
export function contradictions(actionId: string, result: Result): readonly string[] {
  const { verdict } = result;
  if (verdict === null) return [];
  const { outcome, text, because } = verdict;
  // "Is there room?" is answered by yes or no, which, where and how by what it is.
  const begins =
    actionId === 'analysis.markets_sector'
      ? { yes: /^Yes: /, no: /^No: /, not_clear: /not clear/i }[outcome as 'yes']!
      : outcome === 'not_clear'
        ? /not clear/i
        : /^(?!Yes|No:)(?!.*not clear)/i;
  return [
    ...(begins.test(text) ? [] : [`"${text}" for ${outcome}`]),
    ...CHECKS[actionId]!(result, [text, ...because].join(' '), outcome),
  ].map((fault) => `${actionId}: ${fault}`);
}
