import '../../styles/studio.css';
import '../../styles/studioSteps.css';
import '../../styles/stores.css';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useResource } from '../../api/queries.ts';
import type { Session } from '../../api/types.ts';
import { FieldSurroundings } from '../../fields/props.ts';
import { useText } from '../../text/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Joined } from '../../ui/pointed.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { cameraIn } from '../studio/address.ts';
import { Sheet } from '../studio/sheet.tsx';
import { type TerritoryMap, territoryOf, useMaps } from '../studio/useMaps.ts';
import { AddStore } from './addStore.tsx';
import { CorrectionList } from './correctionList.tsx';
import type { At, Seen, StorePath } from './store.ts';
import { StoreCard } from './storeCard.tsx';
import { StoresInView } from './storesInView.tsx';

/** The map's library is loaded beside the lists. */
const StoresMap = lazy(() => import('./storesMap.tsx'));

/** Stores of the lists on a map, to be corrected for one's organization. */
export default function StoresPage({ session }: { session: Session }) {
  const { say } = useText();
  const [search] = useSearchParams();
  const maps = useMaps();
  useTitle(say('stores.title'));
  const organization = session.activeOrganization?.organization;
  const map = maps.data === undefined ? undefined : territoryOf(maps.data, [], search.get('territory'));
  if (organization === undefined || map === undefined)
    return (
      <main className="studio-waiting" id="main">
        <h1 className="visually-hidden">{say('stores.title')}</h1>
        <div className="card">
          {organization === undefined ? (
            <Empty
              title={say('studio.noOrganization')}
              action={<ButtonLink href="/">{say('start.title')}</ButtonLink>}
            />
          ) : (
            <Loaded query={maps}>{() => <Empty title={say('data.none')}>{say('data.noneText')}</Empty>}</Loaded>
          )}
        </div>
      </main>
    );
  return <Stores key={map.id} path={`/organizations/${organization.id}`} map={map} />;
}

/** The page of changes with the same part of the map. */
const changesQuery = (search: URLSearchParams, territory: string): URLSearchParams =>
  new URLSearchParams([['territory', territory], ...[...search].filter(([name]) => name === 'map')]);

/** How far stores are looked for before the map is moved. */
const FIRST_METERS = 5000;

function Stores({ path, map }: { path: StorePath; map: TerritoryMap }) {
  const { say } = useText();
  const [search] = useSearchParams();
  const [seen, setSeen] = useState<Seen>(() => {
    const { lat, lng } = cameraIn(search) ?? { lng: map.center[0], lat: map.center[1] };
    return { lat, lng, meters: FIRST_METERS };
  });
  const [picked, setPicked] = useState<string | null>(null);
  /** Where a press on the map was that is to be a store's place. */
  const [place, setPlace] = useState<At | null>(null);
  const [isPlacing, setPlacing] = useState(false);
  const query = `territory=${encodeURIComponent(map.id)}&lat=${seen.lat}&lng=${seen.lng}&meters=${seen.meters}&limit=200`;
  const stores = useResource(`${path}/stores?${query}`);
  const surroundings = useMemo(() => ({ path, territory: map.id, bounds: map.bounds }), [path, map]);
  const found = stores.data?.data ?? [];
  const store = found.find(({ id }) => id === picked) ?? null;
  const pick = (id: string | null) => {
    setPicked(id);
    setPlace(null);
    setPlacing(false);
  };
  return (
    <Joined>
      <main className="studio" id="main">
        <Suspense fallback={<div className="map" />}>
          <StoresMap
            map={map}
            stores={found}
            picked={picked}
            place={place}
            onPress={(at, id) => {
              if (isPlacing) setPlace(at);
              else if (id !== null) pick(id);
            }}
            onSeen={setSeen}
          />
        </Suspense>
        <Sheet>
          <header className="studio-head">
            <h1>{say('stores.title')}</h1>
            <p className="soft small">{say('stores.lead')}</p>
          </header>
          <FieldSurroundings value={surroundings}>
            <div className="step stack">
              {store !== null && (
                <StoreCard
                  key={store.id}
                  path={path}
                  territory={map.id}
                  store={store}
                  place={place}
                  onPlacing={(is) => {
                    setPlacing(is);
                    if (!is) setPlace(null);
                  }}
                  onClose={() => pick(null)}
                />
              )}
              {store === null && (
                <AddStore
                  path={path}
                  territory={map.id}
                  place={place}
                  isOpen={isPlacing}
                  onOpen={(is) => {
                    pick(null);
                    setPlacing(is);
                  }}
                />
              )}
              <Loaded query={stores}>
                {({ data, total }) => <StoresInView stores={data} total={total} onPick={pick} />}
              </Loaded>
              <CorrectionList path={path} territory={map.id} />
              <p>
                <ButtonLink href={`/changes?${changesQuery(search, map.id)}`}>{say('stores.changes')}</ButtonLink>
              </p>
            </div>
          </FieldSurroundings>
        </Sheet>
      </main>
    </Joined>
  );
}
