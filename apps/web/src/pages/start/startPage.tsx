import { lazy, Suspense } from 'react';
import { useSearchParams } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import type { Session } from '../../api/types.ts';
import { PlaceSearch } from '../../fields/placeSearch.tsx';
import { useText, withTexts } from '../../text/index.ts';
import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';
import { ofPlace, placeIn } from './placeIn.ts';

/** Loaded when they are shown: a page starts with few scripts. */
const NewOrganization = lazy(() => import('../organization/newOrganization.tsx'));
const Examples = lazy(() => import('./examples.tsx').then(({ Examples }) => ({ default: Examples })));
const Doors = lazy(() => import('./doors.tsx').then(({ Doors }) => ({ default: Doors })));
const PlaceAnswer = lazy(() => import('./placeAnswer.tsx').then(({ PlaceAnswer }) => ({ default: PlaceAnswer })));
const AddPlace = lazy(() => withTexts(import('./addPlace.tsx'), 'places'));
const Projects = lazy(() => withTexts(import('./projects.tsx'), 'subjects'));
const Recent = lazy(() => import('./recent.tsx').then(({ Recent }) => ({ default: Recent })));
const Tour = lazy(() =>
  withTexts(
    import('../../tour/tour.tsx').then(({ Tour }) => ({ default: Tour })),
    'tour',
  ),
);

/** The first page: makes an organization where the user has none, else asks for a place and shows what can be asked. */
export default function StartPage({ session }: { session: Session }) {
  const { say } = useText();
  return (
    <Page title={say('start.welcome', { name: session.user.name })} lead={say('start.lead')}>
      {session.activeOrganization === null ? (
        <Suspense fallback={<Loading />}>
          <NewOrganization isFirst />
        </Suspense>
      ) : (
        <Beginning session={session} path={`/organizations/${session.activeOrganization.organization.id}`} />
      )}
    </Page>
  );
}

/** The place asked about stands in the address, and whether the tour goes on. */
function Beginning({ session, path }: { session: Session; path: OrganizationPath }) {
  const [search, setSearch] = useSearchParams();
  const place = placeIn(search);
  return (
    <>
      <PlaceSearch path={path} onChoose={(chosen) => setSearch(ofPlace(chosen))} />
      {place !== null && (
        <Suspense fallback={<Loading />}>
          <PlaceAnswer path={path} place={place} />
        </Suspense>
      )}
      {search.has('tour') && (
        <Suspense>
          <Tour onEnd={() => setSearch({}, { replace: true })} />
        </Suspense>
      )}
      <Suspense fallback={<Loading />}>
        <Projects path={path} />
        <Doors />
        <AddPlace />
        <Examples />
        <Recent path={path} session={session} />
      </Suspense>
    </>
  );
}
