import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { RouterProvider } from 'react-aria-components';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { signInAddress } from './api/ended.ts';
import { queryClient, useSession } from './api/queries.ts';
import type { Session } from './api/types.ts';
import { CommandProvider } from './commands/provider.tsx';
import { Entry } from './pages/entry/entry.tsx';
import { Shell } from './shell/shell.tsx';
import { useText, withTexts } from './text/index.ts';
import { Boundary } from './ui/boundary.tsx';
import { Button, ButtonLink } from './ui/button.tsx';
import { ErrorNotice } from './ui/notice.tsx';
import { Page } from './ui/page.tsx';
import { Empty, Loading } from './ui/states.tsx';

const FrontPage = lazy(() => withTexts(import('./pages/entry/frontPage.tsx'), 'answers', 'entry'));

/** Pages before signing in. */
const ENTRIES = {
  '/sign-in': lazy(() => withTexts(import('./pages/entry/signInPage.tsx'), 'entry')),
  '/sign-up': lazy(() => withTexts(import('./pages/entry/signUpPage.tsx'), 'entry')),
  '/verify-email': lazy(() => withTexts(import('./pages/entry/verifyPage.tsx'), 'entry')),
  '/forgot-password': lazy(() => withTexts(import('./pages/entry/forgotPage.tsx'), 'entry')),
  '/reset-password': lazy(() => withTexts(import('./pages/entry/resetPage.tsx'), 'entry')),
  '/invitation': lazy(() => withTexts(import('./pages/entry/invitationPage.tsx'), 'entry')),
} as const;

/** Pages of those signed in, each loaded when it is first opened. */
const PAGES = {
  '/': lazy(() => withTexts(import('./pages/start/startPage.tsx'), 'actions', 'answers')),
  '/analyses': lazy(() => withTexts(import('./pages/analyses/analysesPage.tsx'), 'actions', 'analyses', 'answers')),
  '/analyses/:code': lazy(() =>
    withTexts(import('./pages/analyses/historyPage.tsx'), 'actions', 'analyses', 'answers', 'studio'),
  ),
  '/subjects': lazy(() =>
    withTexts(import('./pages/subjects/subjectsPage.tsx'), 'analyses', 'answers', 'studio', 'subjects'),
  ),
  '/projects/:id': lazy(() =>
    withTexts(import('./pages/projects/projectPage.tsx'), 'analyses', 'answers', 'studio', 'subjects'),
  ),
  '/datasets': lazy(() =>
    withTexts(import('./pages/datasets/datasetsPage.tsx'), 'analyses', 'datasets', 'answers', 'studio', 'table'),
  ),
  '/datasets/:id': lazy(() =>
    withTexts(import('./pages/datasets/datasetPage.tsx'), 'datasets', 'answers', 'studio', 'subjects', 'table'),
  ),
  '/account/api': lazy(() => import('./pages/api/apiPage.tsx')),
  '/account/webhooks': lazy(() => withTexts(import('./pages/webhooks/webhooksPage.tsx'), 'webhooks')),
  '/account/webhooks/:id': lazy(() => withTexts(import('./pages/webhooks/webhookPage.tsx'), 'webhooks')),
  '/account/credits': lazy(() => withTexts(import('./pages/credits/creditsPage.tsx'), 'actions', 'answers', 'buying')),
  '/account/ledger': lazy(() => withTexts(import('./pages/ledger/ledgerPage.tsx'), 'actions', 'answers')),
  '/account/audit': lazy(() => withTexts(import('./pages/audit/auditPage.tsx'), 'audit')),
  '/account/data': lazy(() => withTexts(import('./pages/data/dataPage.tsx'), 'answers', 'data')),
  '/account/members': lazy(() => import('./pages/members/membersPage.tsx')),
  '/account/teams': lazy(() => import('./pages/teams/teamsPage.tsx')),
  '/account/organization': lazy(() => import('./pages/organization/organizationPage.tsx')),
  '/account/profile': lazy(() => withTexts(import('./pages/profile/profilePage.tsx'), 'entry')),
  '/places': lazy(() => withTexts(import('./pages/places/placesPage.tsx'), 'answers', 'places')),
  '/stores': lazy(() => withTexts(import('./pages/stores/storesPage.tsx'), 'answers', 'stores', 'studio')),
  '/changes': lazy(() =>
    withTexts(import('./pages/changes/changesPage.tsx'), 'answers', 'buying', 'changed', 'stores', 'studio'),
  ),
  '/dashboards/:area?': lazy(() =>
    withTexts(import('./pages/dashboards/dashboardPage.tsx'), 'analyses', 'answers', 'studio'),
  ),
} as const;

/** The studio, at its own address and at that of an analysis; its texts come with it. */
const STUDIO = /^\/(?:studio|a\/(?<code>[0-9A-Za-z]{12}))\/?$/;
const Studio = lazy(() =>
  withTexts(import('./pages/studio/studioPage.tsx'), 'analyses', 'buying', 'answers', 'studio'),
);

const StorageBanner = lazy(() => withTexts(import('./pages/datasets/storageBanner.tsx'), 'datasets'));

/** Every component in its states, for those who work on them: no part of the built app. */
const StatesPage = import.meta.env.DEV
  ? lazy(() =>
      withTexts(
        import('./states/statesPage.tsx'),
        'actions',
        'analyses',
        'answers',
        'buying',
        'datasets',
        'studio',
        'table',
      ),
    )
  : null;

export function App() {
  const [location, go] = useLocation();
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider navigate={go}>
        <CommandProvider>
          <Switch>
            {Object.entries(ENTRIES).map(([path, Component]) => (
              <Route key={path} path={path}>
                <Suspense fallback={null}>
                  <Component />
                </Suspense>
              </Route>
            ))}
            {StatesPage !== null && (
              <Route path="/states">
                <Suspense fallback={null}>
                  <StatesPage />
                </Suspense>
              </Route>
            )}
            <Route>
              <SignedIn>
                {(session) => (
                  <Shell session={session} Banner={StorageBanner}>
                    <Boundary what="page" resetOn={location}>
                      <Suspense
                        fallback={
                          <main className="page">
                            <Loading />
                          </main>
                        }
                      >
                        <Switch>
                          <Route path={STUDIO}>
                            {({ code }: { code?: string }) => <Studio session={session} code={code ?? null} />}
                          </Route>
                          {Object.entries(PAGES).map(([path, Component]) => (
                            <Route key={path} path={path}>
                              <Component session={session} />
                            </Route>
                          ))}
                          <Route>
                            <NotFound />
                          </Route>
                        </Switch>
                      </Suspense>
                    </Boundary>
                  </Shell>
                )}
              </SignedIn>
            </Route>
          </Switch>
        </CommandProvider>
      </RouterProvider>
    </QueryClientProvider>
  );
}

/** Leads those who are not signed in to the sign-in page, and back afterwards; at / they have a page of their own. */
function SignedIn({ children }: { children: (session: Session) => ReactNode }) {
  const { say } = useText();
  const session = useSession();
  const [location] = useLocation();
  if (session.data) return children(session.data);
  if (session.data === null && location === '/')
    return (
      <Suspense
        fallback={
          <Entry title="Hinterland">
            <Loading />
          </Entry>
        }
      >
        <FrontPage />
      </Suspense>
    );
  if (session.data === null) return <Redirect to={signInAddress()} replace />;
  return (
    <Entry title="Hinterland">
      {session.error === null ? (
        <Loading />
      ) : (
        <div className="card stack">
          <ErrorNotice error={session.error} />
          <Button onPress={() => void session.refetch()}>{say('action.retry')}</Button>
        </div>
      )}
    </Entry>
  );
}

function NotFound() {
  const { say } = useText();
  return (
    <Page title={say('notFound.title')}>
      <section className="card">
        <Empty title={say('notFound.text')} action={<ButtonLink href="/">{say('notFound.next')}</ButtonLink>} />
      </section>
    </Page>
  );
}
