import type { ActionResult } from '@hinterland/client';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../api/request.ts';
import { IsochroneSummary } from '../../features/analysis.isochrone/summary.tsx';
import { useText } from '../../text/index.ts';
import { Card } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import type { Place } from './placeSearch.tsx';

const BAND_SECONDS = [300, 600, 900];

/** Residents within reach of a place: a question that is free in the app. */
export function PlaceAnswer({ path, place: { name, lat, lng } }: { path: string; place: Place }) {
  const { say } = useText();
  const answer = useQuery({
    queryKey: ['reach', path, lat, lng],
    queryFn: ({ signal }) =>
      request<{ result: ActionResult<'analysis.isochrone'> }>(`${path}/actions/analysis.isochrone/execute`, {
        method: 'POST',
        body: { origins: [{ lat, lng }], bandSeconds: BAND_SECONDS, mode: 'car', quotedCredits: 0 },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Card title={name}>
      <div className="card-body stack" data-action="analysis.isochrone">
        <p className="soft">{say('example.reach')}</p>
        <Loaded query={answer}>{({ result }) => <IsochroneSummary result={result} />}</Loaded>
        <p className="soft small" data-quote={0}>
          {say('start.free')}
        </p>
      </div>
    </Card>
  );
}
