import { useJoint } from './pointed.tsx';

export interface Portion {
  readonly id: string;
  readonly name: string;
  readonly value: number;
  /** The figure in words. */
  readonly shown: string;
  /** Colors: of the accent, of what is shared, of what is missing. */
  readonly tone: 'accent' | 'shared' | 'missing';
}

/** A whole split into portions, each named with its figure below. */
export function Split({ label, portions }: { label: string; portions: readonly Portion[] }) {
  const joint = useJoint();
  const whole = portions.reduce((sum, { value }) => sum + value, 0);
  return (
    <figure className="stack-tight">
      <div className="split" aria-hidden="true">
        {portions.map(({ id, value, tone }) => (
          <span
            key={id}
            data-tone={tone}
            style={{ inlineSize: `${whole > 0 ? (value / whole) * 100 : 0}%` }}
            {...joint(id)}
          />
        ))}
      </div>
      <figcaption>
        <ul className="split-keys" aria-label={label}>
          {portions.map(({ id, name, shown, tone }) => (
            <li key={id} {...joint(id)}>
              <span className="tone" data-tone={tone} />
              <span>{name}</span>
              <strong>{shown}</strong>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
