import type { ActionResult } from '@hinterland/client';
import { useText } from '../../text/index.ts';
import { Columns } from '../../ui/chart.tsx';
import { useFormat } from '../../ui/format.ts';

/** Residents of the whole area asked for, by age where that was asked. */
export default function PeopleEconomyBrief({ result }: { result: ActionResult<'analysis.people_economy'> }) {
  const { say } = useText();
  const { people, signed, percentSign } = useFormat();
  const whole = result.parts.findLast(({ kind }) => kind !== 'band') ?? result.parts.at(-1);
  if (whole === undefined) return null;
  const valuesOf = (code: string): Readonly<Record<string, number | null>> => {
    const topic = result.topics.find((one) => one.code === code);
    return topic?.available === true ? (topic.figures[whole.id]?.values ?? {}) : {};
  };
  const change = valuesOf('residents').change_percent;
  const ages = Object.entries(valuesOf('age_classes')).flatMap(([field, value]) => {
    const [, from, to] = /^total_(\d+)_(\w+)$/.exec(field) ?? [];
    if (from === undefined || value === null) return [];
    return [{ id: field, name: /^\d+$/.test(to ?? '') ? `${from}–${to}` : `${from}+`, value }];
  });
  return (
    <div className="stack">
      {ages.length > 0 && <Columns label={say('result.residentsByAge')} bars={ages} format={people} />}
      {whole.residents !== null && (
        <p className="figure-line">
          <strong>{people(whole.residents)}</strong>
          <span className="soft">{say('result.residents')}</span>
        </p>
      )}
      {change !== undefined && change !== null && (
        <p className="soft">{say('result.change', { percent: signed(Math.round(change * 10) / 10) + percentSign })}</p>
      )}
    </div>
  );
}
