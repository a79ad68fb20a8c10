import type { ActionResult } from '@hinterland/client';
import { useText } from '../../text/index.ts';
import IsochroneSummary from '../analysis.isochrone/summary.tsx';
import MarketsBrandsSummary from '../analysis.markets_brands/summary.tsx';
import MarketsSectorSummary from '../analysis.markets_sector/summary.tsx';
import RealestateSummary from '../analysis.realestate/summary.tsx';
import { wholeOf } from '../results/parts.ts';
import { Topics } from '../topics/topics.tsx';

/** Every section asked for, each drawn as its own action draws it. */
export default function EnrichPointSummary({ result }: { result: ActionResult<'enrich.point'> }) {
  const { say } = useText();
  const { catchment, people, economy, sectors, brands, realestate } = result;
  return (
    <div className="stack">
      <IsochroneSummary result={catchment} pointer="/catchment" />
      {[people, economy].map((section, i) => {
        const whole = section === undefined ? undefined : wholeOf(section.parts);
        const at = i === 0 ? '/people' : '/economy';
        return section === undefined || whole === undefined ? null : (
          <Topics
            key={at}
            topics={section.topics.map((topic, index) => ({ topic, pointer: `${at}/topics/${index}` }))}
            whole={whole.id}
            benchmarks={section.benchmarks}
          />
        );
      })}
      {sectors !== undefined && <MarketsSectorSummary result={sectors} pointer="/sectors" />}
      {brands !== undefined && <MarketsBrandsSummary result={brands} pointer="/brands" />}
      {realestate !== undefined && (
        <section className="stack-tight">
          <h4>{say('studio.homes.title')}</h4>
          <RealestateSummary result={realestate} pointer="/realestate" />
        </section>
      )}
    </div>
  );
}
