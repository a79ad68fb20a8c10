import { wholeOf } from '@hinterland/answers/words';
import type { ActionResult } from '@hinterland/client';
import { Topics } from '../topics/topics.tsx';

type Tables = Pick<ActionResult<'analysis.people_economy'>, 'parts' | 'topics' | 'benchmarks'>;

/** The topics asked for, of the whole area beside the areas around. */
export default function TopicsPicture({ of, pointer }: { of: Tables; pointer: string }) {
  const whole = wholeOf(of.parts);
  if (whole === undefined) return null;
  const topics = of.topics.map((topic, i) => ({ topic, pointer: `${pointer}/topics/${i}` }));
  return <Topics topics={topics} whole={whole.id} benchmarks={of.benchmarks} />;
}
