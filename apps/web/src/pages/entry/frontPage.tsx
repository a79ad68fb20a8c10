import { lazy, Suspense } from 'react';
import { Link, Redirect, useSearchParams } from 'wouter';
import { useResource } from '../../api/queries.ts';
import { FRONT, PlaceSearch } from '../../fields/placeSearch.tsx';
import { Mark } from '../../shell/mark.tsx';
import { isHouse } from '../../text/house.ts';
import { useText } from '../../text/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Loading } from '../../ui/states.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { ofPlace, placeIn } from '../start/placeIn.ts';
import { leadingOn } from './link.ts';

const PlaceAnswer = lazy(() =>
  import('../start/placeAnswer.tsx').then(({ PlaceAnswer }) => ({ default: PlaceAnswer })),
);
const Examples = lazy(() => import('../start/examples.tsx').then(({ Examples }) => ({ default: Examples })));

const FACTS = (['open', 'price', 'programs'] as const).filter((fact) => !(isHouse && fact === 'price'));

/** What those see who are not signed in: what this is, an area of a place of theirs, answers, prices. */
export default function FrontPage() {
  const { say } = useText();
  const { number } = useFormat();
  const [search, setSearch] = useSearchParams();
  const place = placeIn(search);
  // The account begins with the place that was looked at.
  const next = place === null ? '/' : `/?${new URLSearchParams(ofPlace(place))}`;
  const front = useResource(FRONT);
  useTitle(say('front.title'));
  if (front.error !== null) return <Redirect to="/sign-in" replace />;
  const ownQuestions = (
    <ButtonLink href={leadingOn('/sign-up', next)} kind="primary">
      {say('front.more')}
    </ButtonLink>
  );
  return (
    <div className="front">
      <header className="front-bar">
        <a href="/" className="brand">
          <Mark />
          Hinterland
        </a>
        <span className="topbar-space" />
        <ButtonLink href={leadingOn('/sign-in', next)} kind="quiet">
          {say('signIn.title')}
        </ButtonLink>
        <ButtonLink href={leadingOn('/sign-up', next)} kind="primary">
          {say('signUp.title')}
        </ButtonLink>
      </header>
      <main className="page" id="main">
        <div className="front-head">
          <h1>{say('front.title')}</h1>
          <p>{say('front.lead', { place: front.data?.data[0]?.name ?? '…' })}</p>
          <PlaceSearch path={FRONT} onChoose={(chosen) => setSearch(ofPlace(chosen))} />
        </div>
        {place !== null && (
          <Suspense fallback={<Loading />}>
            <PlaceAnswer path={FRONT} place={place} next={ownQuestions} />
          </Suspense>
        )}
        <Suspense fallback={<Loading />}>
          <Examples path={`${FRONT}/examples`} />
        </Suspense>
        <ul className="front-facts">
          {FACTS.map((fact) => (
            <li key={fact}>
              <h2>{say(`front.${fact}`)}</h2>
              <p className="soft">{say(`front.${fact}Text`, { credits: number(front.data?.startingCredits ?? 0) })}</p>
            </li>
          ))}
        </ul>
        <p className="row">
          {ownQuestions}
          <Link href="/developers" target="_self">
            {say('front.developers')}
          </Link>
        </p>
      </main>
    </div>
  );
}
