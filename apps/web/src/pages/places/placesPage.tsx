import '../../styles/places.css';
import { useSearchParams } from 'wouter';
import { useResource } from '../../api/queries.ts';
import type { Schemas, Session } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Card, Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Finder } from './finder.tsx';
import { JobCard } from './jobCard.tsx';
import { PlanCard } from './planCard.tsx';

const POLL_SECONDS = 1;
const USUAL_RADIUS_KM = 25;

/** Whether something about a place will change by itself. */
const isMoving = (job: Schemas['PlaceJob'] | undefined): boolean =>
  job?.state === 'running' || (job?.state === 'done' && !job.isInForce);

/** Adds any place on Earth: which one, what it takes, how far it is. What is looked at stands in the address. */
export default function PlacesPage(_: { session: Session }) {
  const { say } = useText();
  const [search, setSearch] = useSearchParams();
  const places = useResource('/places', { everySeconds: POLL_SECONDS, while: ({ data }) => isMoving(data[0]) });
  const wanted = { place: search.get('place') ?? '', radiusKm: Number(search.get('km') ?? USUAL_RADIUS_KM) };
  const look = (place: string, radiusKm: number) => setSearch({ place, km: String(radiusKm) });
  return (
    <Page title={say('places.title')} lead={say('places.lead')}>
      <Loaded query={places}>
        {({ mayAdd, data: [job] }) =>
          !mayAdd ? (
            <Card>
              <Empty title={say('places.notAllowed')}>{say('places.notAllowedText')}</Empty>
            </Card>
          ) : (
            <>
              {job !== undefined && <JobCard key={job.id} job={job} />}
              {job?.state !== 'running' && (
                <>
                  <Finder key={wanted.place} {...wanted} onLook={look} />
                  {wanted.place !== '' && (
                    <PlanCard
                      {...wanted}
                      onChoose={(name) => look(name, wanted.radiusKm)}
                      onAdded={() => setSearch({}, { replace: true })}
                    />
                  )}
                </>
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
