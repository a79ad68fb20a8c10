import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AnswerSays } from '../../answer/answer.tsx';
import { request } from '../../api/request.ts';
import type { Place, PlacesPath } from '../../fields/placeSearch.tsx';
import { useText } from '../../text/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';

const BAND_SECONDS = [300, 600, 900];

interface PlaceAnswerProps {
  readonly path: PlacesPath;
  readonly place: Place;
  /** The next step; the studio where absent. */
  readonly next?: ReactNode;
}

/** Residents within reach of a place: a question that is free in the app. */
export function PlaceAnswer({ path, place: { name, lat, lng }, next }: PlaceAnswerProps) {
  const { say } = useText();
  const answer = useQuery({
    queryKey: ['reach', path, lat, lng],
    queryFn: ({ signal }) =>
      request(`${path}/actions/analysis.isochrone/execute`, {
        method: 'POST',
        body: { origins: [{ lat, lng }], bandSeconds: BAND_SECONDS, mode: 'car', quotedCredits: 0 },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Card title={name}>
      <div className="card-body stack" data-action="analysis.isochrone">
        <h3>{say('example.reach')}</h3>
        <Loaded query={answer}>
          {({ result }) => <AnswerSays actionId="analysis.isochrone" result={result} show="brief" />}
        </Loaded>
        <p className="row-between">
          <span className="soft small" data-quote={0}>
            {say('start.free')}
          </span>
          {next ?? (
            <ButtonLink href={`/studio?${new URLSearchParams({ at: `${lat},${lng}`, place: name })}`}>
              {say('start.studio')}
            </ButtonLink>
          )}
        </p>
      </div>
    </Card>
  );
}
