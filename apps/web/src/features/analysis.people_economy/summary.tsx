import type { ActionResult } from '@hinterland/client';
import { wholeOf } from '../results/parts.ts';
import { Topics } from '../topics/topics.tsx';

/** The topics asked for, of the whole area beside the areas around. */
export default function PeopleEconomySummary({ result }: { result: ActionResult<'analysis.people_economy'> }) {
  const whole = wholeOf(result.parts);
  if (whole === undefined) return null;
  const topics = result.topics.map((topic, i) => ({ topic, pointer: `/topics/${i}` }));
  return <Topics topics={topics} whole={whole.id} benchmarks={result.benchmarks} />;
}
