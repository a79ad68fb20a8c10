import type { Schemas } from '../../api/types.ts';
import { useNames } from '../../fields/title.ts';
import { useText } from '../../text/index.ts';
import { Sentence } from '../../text/sentences.tsx';
import type { Topic } from '../results/topicFigure.ts';
import { TopicFold } from './topicFold.tsx';

interface TopicsProps {
  readonly topics: readonly { readonly topic: Topic; readonly pointer: string }[];
  /** Id of the whole area asked about. */
  readonly whole: string;
  readonly benchmarks: readonly Schemas['Benchmark'][];
  /** Codes of the topics that are open at first. */
  readonly opened?: readonly string[];
}

/** Topics of the census for an area beside the areas around it. */
export function Topics({ topics, whole, benchmarks, opened = [] }: TopicsProps) {
  const { say } = useText();
  const names = useNames();
  const around = benchmarks.flatMap((one) => (one.available ? [{ id: one.level, name: one.name }] : []));
  return (
    <div className="topics">
      {topics.map(({ topic, pointer }) => {
        if (!topic.available)
          return (
            <p key={topic.code} className="soft topic-missing">
              {names.value(topic.code)}: {say('figure.notPublished')}. <Sentence>{topic.reason}</Sentence>
            </p>
          );
        const compared = [{ id: whole, name: say('here') }, ...around].filter(({ id }) => id in topic.figures);
        return compared.length === 0 ? null : (
          <TopicFold
            key={topic.code}
            topic={topic}
            pointer={pointer}
            compared={compared}
            isOpen={opened.includes(topic.code)}
          />
        );
      })}
    </div>
  );
}
