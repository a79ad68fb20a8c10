import type { ActionResult } from '@hinterland/client';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { Joined } from '../../ui/pointed.tsx';
import { CoveredSplit } from '../coverage/coveredSplit.tsx';
import { Gaps } from '../coverage/gaps.tsx';
import { Order } from './order.tsx';

/** Who is covered, in which areas, and in which order own points could close and planned ones open. */
export default function BrandCoverageSummary({ result }: { result: ActionResult<'analysis.brand_coverage'> }) {
  const { say } = useText();
  const { people } = useFormat();
  const { coverage, areas, ownPoints, plannedPoints, closingOrder = [], openingOrder = [] } = result;
  const names = new Map(
    [...ownPoints, ...plannedPoints].map(({ id, ...point }) => [
      String(id),
      'name' in point && typeof point.name === 'string' ? point.name : String(id),
    ]),
  );
  const named = (id: string | number) => names.get(String(id)) ?? String(id);
  return (
    <Joined>
      <div className="stack">
        <CoveredSplit coverage={coverage} />
        <Gaps areas={areas} />
        <Order
          title={say('studio.order.opening')}
          steps={openingOrder.map(({ id, gained, optimum }) => ({
            id: String(id),
            name: named(id),
            text: say('studio.order.gained', { people: people(gained) }),
            isBest: optimum.gap === 0,
          }))}
        />
        <Order
          title={say('studio.order.closing')}
          steps={closingOrder.map(({ id, lost, optimum }) => ({
            id: String(id),
            name: named(id),
            text: say('studio.order.lost', { people: people(lost) }),
            isBest: optimum.gap === 0,
          }))}
        />
      </div>
    </Joined>
  );
}
