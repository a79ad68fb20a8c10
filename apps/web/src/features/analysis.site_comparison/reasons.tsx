interface ReasonsProps {
  readonly title: string;
  readonly note: string;
  /** Sentences of the service. */
  readonly reasons: readonly string[];
}

/** What speaks for a place. */
export function Reasons({ title, note, reasons }: ReasonsProps) {
  return (
    <section className="stack-tight">
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
