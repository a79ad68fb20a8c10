import { useText } from '../../text/index.ts';
import { useJoint } from '../../ui/pointed.tsx';

interface OrderProps {
  readonly title: string;
  readonly steps: readonly {
    readonly id: string;
    readonly name: string;
    readonly text: string;
    /** Whether no other choice of as many points is better. */
    readonly isBest: boolean;
  }[];
}

const SHOWN_MAX = 5;

/** Steps of a plan, numbered, and how sure they are. */
export function Order({ title, steps }: OrderProps) {
  const { say } = useText();
  const joint = useJoint();
  if (steps.length === 0) return null;
  const best = steps.findIndex(({ isBest }) => !isBest);
  return (
    <section className="stack-tight">
      <h4>{title}</h4>
      <ol className="order">
        {steps.slice(0, SHOWN_MAX).map(({ id, name, text }) => (
          <li key={id} {...joint(id)}>
            <bdi>{name}</bdi> <span className="soft">{text}</span>
          </li>
        ))}
      </ol>
      {best === -1 && <p className="soft small">{say('studio.order.best')}</p>}
    </section>
  );
}
