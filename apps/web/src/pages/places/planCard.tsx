import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { Schemas } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Sentence } from '../../text/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { PlanFiles } from './planFiles.tsx';
import { PlanSources } from './planSources.tsx';
import { useAmounts } from './useAmounts.ts';

interface PlanCardProps {
  readonly place: string;
  readonly radiusKm: number;
  /** One of several places of the name was chosen, by a text that means it alone. */
  readonly onChoose: (place: string) => void;
  readonly onAdded: () => void;
}

/** What comes from where for a place, and what it takes; of several places of one name, which one. */
export function PlanCard({ place, radiusKm, onChoose, onAdded }: PlanCardProps) {
  const { say } = useText();
  const { people } = useFormat();
  const planned = useQuery({
    queryKey: ['place-plan', place, radiusKm],
    queryFn: ({ signal }) => request('/places/plan', { method: 'POST', body: { place, radiusKm }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (planned.data?.plan == null)
    return (
      <Card title={say('places.plan')}>
        <Loaded query={planned}>
          {({ candidates }) => (
            <div className="card-body stack-tight">
              <p>{say('places.several', { place })}</p>
              <ul className="list">
                {candidates.map(({ name, population }) => (
                  <li key={name}>
                    <Button kind="quiet" onPress={() => onChoose(name)}>
                      <bdi>{name}</bdi>
                    </Button>
                    {population > 0 && (
                      <span className="soft small"> {say('places.people', { people: people(population) })}</span>
                    )}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </Loaded>
      </Card>
    );
  return (
    <Plan plan={planned.data.plan} machine={planned.data.machine} wanted={{ place, radiusKm }} onAdded={onAdded} />
  );
}

interface PlanProps {
  readonly plan: Schemas['PlacePlan'];
  readonly machine: { readonly freeDiskMegabytes: number; readonly memoryMegabytes: number };
  readonly wanted: { readonly place: string; readonly radiusKm: number };
  readonly onAdded: () => void;
}

function Plan({ plan, machine, wanted, onAdded }: PlanProps) {
  const { say } = useText();
  const { country } = useFormat();
  const { duration, size, about } = useAmounts();
  const add = useChange({ method: 'POST', path: '/places', changes: ['/places'], body: () => wanted });
  const { estimate } = plan;
  const facts = [
    ['places.countries', plan.countries.map((code) => country(code) ?? code).join(', ')],
    ['places.residents', about(estimate.people)],
    ['places.peopleFrom', peopleFrom()],
    ['places.download', size(estimate.downloadMegabytes)],
    ['places.time', say('places.timeText', { time: duration(estimate.buildSeconds) })],
    [
      'places.memory',
      say('places.ofMachine', { need: size(estimate.memoryMegabytes), has: size(machine.memoryMegabytes) }),
    ],
    [
      'places.disk',
      say('places.ofMachine', { need: size(estimate.diskMegabytes), has: size(machine.freeDiskMegabytes) }),
    ],
  ] as const;
  function peopleFrom(): string {
    if (plan.people === null) return say('places.nobody');
    const { name, isOfficial } = plan.people;
    return say(isOfficial ? 'places.official' : 'places.modelled', { name });
  }
  const isTooMuch =
    estimate.memoryMegabytes > machine.memoryMegabytes || estimate.diskMegabytes > machine.freeDiskMegabytes;
  return (
    <Card title={plan.name}>
      <div className="card-body stack" data-plan={plan.territory}>
        <dl className="facts">
          {facts.map(([key, value]) => (
            <div key={key}>
              <dt>{say(key)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {plan.notes.map((note) => (
          <Notice key={note}>
            <Sentence>{note}</Sentence>
          </Notice>
        ))}
        {isTooMuch && <Notice kind="warning">{say('places.tooMuch')}</Notice>}
      </div>
      {plan.sources !== undefined && plan.sources.length > 0 && <PlanSources sources={plan.sources} />}
      <PlanFiles files={plan.files} />
      <div className="card-body stack">
        <ErrorNotice error={add.error} />
        <div className="row">
          <Button
            kind="primary"
            isPending={add.isPending}
            onPress={() => add.mutate(undefined, { onSuccess: onAdded })}
          >
            {say('places.add')}
          </Button>
          <span className="soft small">{say('places.addHelp')}</span>
        </div>
      </div>
    </Card>
  );
}
