import type { OrganizationPath } from '../../api/address.ts';
import '../../styles/studio.css';
import '../../styles/studioAnswer.css';
import '../../styles/studioPictures.css';
import '../../styles/studioSteps.css';
import '../../styles/studioTwin.css';
import '../../styles/areas.css';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useLocation, useParams, useSearchParams } from 'wouter';
import type { AreasCompared, Session } from '../../api/types.ts';
import { FieldSurroundings } from '../../fields/props.ts';
import { useText } from '../../text/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Joined } from '../../ui/pointed.tsx';
import { Empty, Loaded, Loading } from '../../ui/states.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { Sheet } from '../studio/sheet.tsx';
import { type TerritoryMap, territoryOf, useMaps } from '../studio/useMaps.ts';
import { AreaFacts } from './areaFacts.tsx';
import { ChildAreas } from './childAreas.tsx';
import { ClassLegend } from './classLegend.tsx';
import { type Coloring, useColoring, useCompared } from './compared.ts';
import { FigureChoice } from './figureChoice.tsx';
import { Finder } from './finder.tsx';
import { dashboardOf, useAreaFamily } from './useAreas.ts';
import WithinExport from './withinExport.tsx';
import { WithinTable } from './withinTable.tsx';

/** The map's library is loaded beside the figures. */
const AreaMap = lazy(() => import('./areaMap.tsx'));
const Profile = lazy(() => import('./profile.tsx'));

/** Areas by themselves, free of charge: their figures beside those of the areas around, and a map to walk through. */
export default function DashboardPage({ session }: { session: Session }) {
  const { area } = useParams();
  const { say } = useText();
  const [search] = useSearchParams();
  const maps = useMaps();
  const organization = session.activeOrganization?.organization;
  const map = maps.data === undefined ? undefined : territoryOf(maps.data, [], search.get('territory'));
  useTitle(say('dashboard.title'));
  if (organization === undefined)
    return (
      <Alone>
        <Empty title={say('studio.noOrganization')} action={<ButtonLink href="/">{say('start.title')}</ButtonLink>}>
          {say('studio.noOrganizationText')}
        </Empty>
      </Alone>
    );
  if (map === undefined)
    return (
      <Alone>
        <Loaded query={maps}>{() => <Empty title={say('data.none')}>{say('data.noneText')}</Empty>}</Loaded>
      </Alone>
    );
  return <Dashboard path={`/organizations/${organization.id}`} map={map} code={codeIn(area)} />;
}

/** The code in an address; null where there is none, or it cannot be read. */
function codeIn(area: string | undefined): string | null {
  try {
    return area === undefined ? null : decodeURIComponent(area);
  } catch {
    return null;
  }
}

function Alone({ children }: { children: ReactNode }) {
  const { say } = useText();
  return (
    <main className="studio-waiting" id="main">
      <h1 className="visually-hidden">{say('dashboard.title')}</h1>
      <div className="card">{children}</div>
    </main>
  );
}

function Dashboard({ path, map, code }: { path: OrganizationPath; map: TerritoryMap; code: string | null }) {
  const { say } = useText();
  const [, go] = useLocation();
  const query = useAreaFamily(path, map.id, code);
  const family = query.data ?? null;
  const within = useCompared(path, map.id, family?.area.code);
  const compared = within.data;
  const coloring = useColoring(compared);
  const surroundings = useMemo(() => ({ path, territory: map.id, bounds: map.bounds }), [path, map]);
  return (
    <Joined key={map.id}>
      <main className="studio" id="main">
        <Suspense fallback={<div className="map" />}>
          <AreaMap
            map={map}
            family={family}
            compared={compared}
            coloring={coloring}
            onGo={(to) => go(dashboardOf(to, map.id))}
          />
        </Suspense>
        {compared !== undefined && coloring !== null && compared.areas.length > 0 && (
          <>
            <ClassLegend compared={compared} coloring={coloring} />
            <WithinTable compared={compared} coloring={coloring} />
          </>
        )}
        <Sheet>
          <header className="studio-head">
            <h1>
              <bdi>{family?.area.name ?? say('dashboard.title')}</bdi>
            </h1>
            {family?.area.cut === true && <p className="soft small">{say('dashboard.cut')}</p>}
          </header>
          <div className="step" data-dashboard={family?.area.code}>
            <Finder path={path} territory={map.id} />
            <Loaded query={query}>
              {(found) =>
                found === null ? (
                  <Empty title={say('dashboard.none')} />
                ) : (
                  <>
                    <AreaFacts family={found} territory={map.id} />
                    <Loaded query={within}>
                      {(areas) => <Within key={found.area.code} compared={areas} coloring={coloring} />}
                    </Loaded>
                    <FieldSurroundings value={surroundings}>
                      <Suspense fallback={<Loading />}>
                        <Profile key={found.area.code} code={found.area.code} />
                      </Suspense>
                    </FieldSurroundings>
                    <p className="soft small">{say('dashboard.more')}</p>
                    <p>
                      <ButtonLink
                        href={`/studio?${new URLSearchParams({ ask: 'analysis.people_economy', areas: found.area.code, territory: map.id })}`}
                      >
                        {say('ask.analysis.people_economy')}
                      </ButtonLink>
                    </p>
                  </>
                )
              }
            </Loaded>
          </div>
        </Sheet>
      </main>
    </Joined>
  );
}

/** The areas within: what they are colored by, the ways out, and bars. */
function Within({ compared, coloring }: { compared: AreasCompared; coloring: Coloring | null }) {
  const { say } = useText();
  const hasFigures = coloring !== null && compared.areas.length > 0;
  return (
    <section className="stack" data-within={compared.areas.length}>
      <div className="area-head">
        <h2>{say('dashboard.within')}</h2>
        {hasFigures && <WithinExport compared={compared} />}
      </div>
      {hasFigures && <FigureChoice compared={compared} coloring={coloring} />}
      <ChildAreas compared={compared} coloring={coloring} />
    </section>
  );
}
