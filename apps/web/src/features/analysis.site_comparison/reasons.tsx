import { useJoint } from '../../ui/pointed.tsx';

interface ReasonsProps {
  /** Id of the place, which joins them with it on the map. */
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** Sentences of the service. */
  readonly reasons: readonly string[];
}

/** What speaks for a place. */
export function Reasons({ id, title, note, reasons }: ReasonsProps) {
  const joint = useJoint();
  return (
    <section className="stack-tight" {...joint(id)}>
      <h4>
        <bdi>{title}</bdi> <span className="soft small">{note}</span>
      </h4>
      <ul className="reasons" lang="en">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </section>
  );
}
