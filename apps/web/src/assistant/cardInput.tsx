import { useFigures } from '../answer/results/figure.ts';
import { useNames } from '../fields/title.ts';
import { useText } from '../text/index.ts';

/** The input that a card runs, member by member. */
export function CardInput({ input }: { input: Readonly<Record<string, unknown>> }) {
  const { say } = useText();
  const names = useNames();
  const { text, unit } = useFigures();
  const members = Object.entries(input);
  const shown = (value: unknown, name: string): string => {
    if (Array.isArray(value)) return value.map((one) => shown(one, name)).join('; ');
    if (typeof value !== 'object' || value === null) return text(value, name);
    const { name: named, lat, lng, id } = value as Readonly<Record<string, unknown>>;
    if (typeof named === 'string' && named !== '') return named;
    if (typeof lat === 'number') return `${text(lat, 'lat')}, ${text(lng, 'lng')}`;
    return id === undefined ? JSON.stringify(value) : String(id);
  };
  return (
    <details className="asked">
      <summary>{say('assistant.card.asked')}</summary>
      <dl className="facts">
        {members.map(([name, value]) => (
          <div key={name}>
            <dt>{names.field(name)}</dt>
            <dd>
              <bdi>{[shown(value, name), hasNumber(value) ? unit(name) : ''].join(' ').trim()}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const hasNumber = (value: unknown): boolean =>
  typeof value === 'number' || (Array.isArray(value) && value.some((one) => typeof one === 'number'));
