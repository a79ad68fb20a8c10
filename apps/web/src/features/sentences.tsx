import type { ActionResult } from '@hinterland/client';
import type { ComponentType } from 'react';
import { useText } from '../text/index.ts';
import { useFormat } from '../ui/format.ts';
import { AreaSentence } from './analysis.isochrone/sentence.tsx';

/** What a result says first, in a sentence, by action. */
const SENTENCES: Readonly<Record<string, ComponentType<{ result: never }>>> = {
  'analysis.isochrone': ({ result }: { result: ActionResult<'analysis.isochrone'> }) => <AreaSentence area={result} />,
  'analysis.people_economy': PeopleSentence,
  'analysis.markets_sector': MarketSentence,
  'network.coverage': CoverageSentence,
  'site.rank': RankSentence,
};

export function Sentence({ actionId, result }: { actionId: string; result: Readonly<Record<string, unknown>> }) {
  const Said = SENTENCES[actionId];
  return Said === undefined ? null : <Said result={result as never} />;
}

function PeopleSentence({ result: { parts } }: { result: ActionResult<'analysis.people_economy'> }) {
  const { say } = useText();
  const { people, threeDigits } = useFormat();
  const whole = parts.findLast(({ kind }) => kind !== 'band') ?? parts.at(-1);
  if (whole === undefined || whole.residents === null) return null;
  return (
    <p className="sentence">
      <strong title={people(whole.residents)}>{threeDigits(whole.residents)}</strong> {say('studio.sentence.people')}
    </p>
  );
}

function MarketSentence({ result }: { result: ActionResult<'analysis.markets_sector'> }) {
  const { say } = useText();
  const { people, threeDigits, money } = useFormat();
  const whole = result.parts.findLast(({ kind }) => kind !== 'band') ?? result.parts.at(-1);
  const sector = result.sectors.find(({ available }) => available);
  const figure = whole === undefined || !sector?.available ? undefined : sector.figures[whole.id];
  if (figure === undefined || !sector?.available) return null;
  const { currency } = result.territory;
  const isMoney = sector.demandUnit === 'currency_per_year' && currency !== null;
  return (
    <p className="sentence">
      <strong title={people(figure.demand)}>
        {isMoney ? money(figure.demand, currency) : threeDigits(figure.demand)}
      </strong>{' '}
      {say('studio.sentence.market', { sector: sector.name, count: figure.stores, stores: people(figure.stores) })}
    </p>
  );
}

function CoverageSentence({ result: { network, stores, method } }: { result: ActionResult<'network.coverage'> }) {
  const { say } = useText();
  const { people, threeDigits, percent, number } = useFormat();
  return (
    <p className="sentence">
      <strong title={people(network.covered)}>{threeDigits(network.covered)}</strong>{' '}
      {say('studio.sentence.coverage', {
        count: stores.length,
        minutes: number(method.minutes),
        share: percent(network.sharedShare),
      })}
    </p>
  );
}

function RankSentence({ result: { candidates } }: { result: ActionResult<'site.rank'> }) {
  const { say } = useText();
  const { percent } = useFormat();
  const [best] = candidates;
  if (best === undefined) return null;
  return (
    <p className="sentence">
      <strong>
        <bdi>{best.name ?? best.id}</bdi>
      </strong>{' '}
      {say('studio.sentence.rank', { count: candidates.length, share: percent(best.sensitivity.keepsRank) })}
    </p>
  );
}
