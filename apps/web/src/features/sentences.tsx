import type { ActionResult } from '@hinterland/client';
import type { ComponentType, ReactNode } from 'react';
import { type TextKey, useText } from '../text/index.ts';
import { useFormat } from '../ui/format.ts';
import { AreaSentence } from './analysis.isochrone/sentence.tsx';
import { wholeOf } from './results/parts.ts';

type Results = Readonly<Record<string, unknown>>;

/** What a result says first, in a sentence, by action. */
const SENTENCES: Readonly<Record<string, ComponentType<{ result: never }>>> = {
  'analysis.isochrone': ({ result }: { result: ActionResult<'analysis.isochrone'> }) => <AreaSentence area={result} />,
  'analysis.people_economy': PeopleSentence,
  'analysis.markets_sector': MarketSentence,
  'analysis.markets_brands': BrandsSentence,
  'analysis.category_mix': MixSentence,
  'analysis.brand_coverage': BrandCoverageSentence,
  'analysis.site_comparison': ComparisonSentence,
  'analysis.realestate': HomesSentence,
  'network.coverage': CoverageSentence,
  'site.rank': RankSentence,
  'enrich.point': ({ result }: { result: ActionResult<'enrich.point'> }) => (
    <PeopleSentence
      result={{
        parts: [{ ...result.catchment.bands.at(-1), kind: 'total', residents: result.catchment.residents }],
        method: result.catchment.method,
      }}
    />
  ),
};

export function Sentence({ actionId, result }: { actionId: string; result: Results }) {
  const Said = SENTENCES[actionId];
  return Said === undefined ? null : <Said result={result as never} />;
}

/** A figure in three digits, the exact one for those who point at it, and the rest of the sentence. */
function Said({ figure, exact, children }: { figure: ReactNode; exact?: string; children: ReactNode }) {
  return (
    <p className="sentence">
      <strong title={exact}>{figure}</strong> {children}
    </p>
  );
}

interface Counted {
  readonly parts: readonly {
    readonly kind: string;
    readonly residents: number | null;
    readonly limitSeconds?: number;
    readonly limitMeters?: number;
  }[];
  readonly method?: { readonly mode?: string | null } | null;
}

function PeopleSentence({ result: { parts, method } }: { result: Counted }) {
  const { say } = useText();
  const { people, threeDigits, number } = useFormat();
  const whole = wholeOf(parts);
  if (whole === undefined || whole.residents === null) return null;
  const { residents, limitSeconds, limitMeters } = whole;
  const within =
    limitSeconds !== undefined
      ? say('result.minutes', { count: limitSeconds / 60, minutes: number(limitSeconds / 60) })
      : limitMeters !== undefined
        ? say('result.kilometers', { kilometers: number(limitMeters / 1000) })
        : undefined;
  const by = say(`studio.by.${method?.mode ?? 'radius'}` as TextKey);
  return (
    <Said figure={threeDigits(residents)} exact={people(residents)}>
      {within === undefined ? say('studio.sentence.people') : say('studio.sentence.within', { within, by })}
    </Said>
  );
}

function MarketSentence({ result }: { result: ActionResult<'analysis.markets_sector'> }) {
  const { say } = useText();
  const { people, threeDigits, money, within } = useFormat();
  const whole = wholeOf(result.parts);
  const sector = result.sectors.find(({ available }) => available);
  const figure = whole === undefined || !sector?.available ? undefined : sector.figures[whole.id];
  if (figure === undefined || !sector?.available) return null;
  const { currency } = result.territory;
  const isMoney = sector.demandUnit === 'currency_per_year' && currency !== null;
  return (
    <Said figure={isMoney ? money(figure.demand, currency) : threeDigits(figure.demand)} exact={people(figure.demand)}>
      {say('studio.sentence.market', {
        sector: within(sector.name),
        count: figure.stores,
        stores: people(figure.stores),
      })}
    </Said>
  );
}

function BrandsSentence({ result: { parts, brands } }: { result: ActionResult<'analysis.markets_brands'> }) {
  const { say } = useText();
  const { people, percent, within } = useFormat();
  const brand = brands.find(({ available }) => available);
  const whole = wholeOf(parts);
  const figures = whole === undefined || !brand?.available ? undefined : brand.figures[whole.id];
  if (figures === undefined || !brand?.available || figures.shareOfStores === null) return null;
  return (
    <Said figure={percent(figures.shareOfStores)}>
      {say('studio.sentence.brands', {
        brand: brand.name,
        sector: within(brand.sector.name),
        stores: people(figures.stores),
        all: people(figures.stores + figures.competitors),
      })}
    </Said>
  );
}

function MixSentence({ result: { parts, totals } }: { result: ActionResult<'analysis.category_mix'> }) {
  const { say } = useText();
  const { people } = useFormat();
  const stores = totals[wholeOf(parts)?.id ?? '']?.stores;
  if (stores === undefined) return null;
  return <Said figure={people(stores)}>{say('studio.sentence.mix', { count: stores })}</Said>;
}

function BrandCoverageSentence({ result: { coverage, method } }: { result: ActionResult<'analysis.brand_coverage'> }) {
  const { say } = useText();
  const { people, threeDigits, percent, number } = useFormat();
  return (
    <Said figure={threeDigits(coverage.covered)} exact={people(coverage.covered)}>
      {say('studio.sentence.brandCoverage', {
        minutes: number(method.minutes),
        share: coverage.shareOfTerritory === null ? '–' : percent(coverage.shareOfTerritory),
      })}
    </Said>
  );
}

function ComparisonSentence({ result: { candidates } }: { result: ActionResult<'analysis.site_comparison'> }) {
  const { say } = useText();
  const [best] = candidates.toSorted((a, b) => b.bestRows - a.bestRows);
  if (best === undefined) return null;
  return (
    <Said figure={<bdi>{best.name ?? best.id}</bdi>}>
      {say('studio.sentence.comparison', { count: best.bestRows, places: candidates.length })}
    </Said>
  );
}

function HomesSentence({ result: { parts, territory } }: { result: ActionResult<'analysis.realestate'> }) {
  const { say } = useText();
  const { people, money } = useFormat();
  const [market] = wholeOf(parts)?.markets ?? [];
  const median = market?.all.price?.median;
  if (market === undefined || median == null) return null;
  return (
    <Said figure={money(median, territory.currency ?? '')} exact={people(median)}>
      {say(market.kind === 'rent' ? 'studio.sentence.rents' : 'studio.sentence.homes', {
        homes: people(market.all.count),
      })}
    </Said>
  );
}

function CoverageSentence({ result: { network, stores, method } }: { result: ActionResult<'network.coverage'> }) {
  const { say } = useText();
  const { people, threeDigits, percent, number } = useFormat();
  return (
    <Said figure={threeDigits(network.covered)} exact={people(network.covered)}>
      {say('studio.sentence.coverage', {
        count: stores.length,
        minutes: number(method.minutes),
        share: percent(network.sharedShare),
      })}
    </Said>
  );
}

function RankSentence({ result: { candidates } }: { result: ActionResult<'site.rank'> }) {
  const { say } = useText();
  const { percent } = useFormat();
  const [best] = candidates;
  if (best === undefined) return null;
  return (
    <Said figure={<bdi>{best.name ?? best.id}</bdi>}>
      {say('studio.sentence.rank', { count: candidates.length, share: percent(best.sensitivity.keepsRank) })}
    </Said>
  );
}
