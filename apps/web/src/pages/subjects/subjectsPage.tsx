import '../../styles/studio.css';
import '../../styles/studioSteps.css';
import '../../styles/datasets.css';
import '../../styles/subjects.css';
import { MapPin } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { useChange, useResource } from '../../api/queries.ts';
import type { Session, Subject } from '../../api/types.ts';
import { useDeletion } from '../../api/useDeletion.ts';
import { type Place, PlaceSearch } from '../../fields/placeSearch.tsx';
import { useText } from '../../text/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Deleted } from '../../ui/deleted.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Joined } from '../../ui/pointed.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Empty, Loaded, Loading } from '../../ui/states.tsx';

const SaveDialog = lazy(() => import('../../fields/saveDialog.tsx'));
/** The list, and beside it the map's library. */
const SubjectTable = lazy(() => import('./subjectTable.tsx'));
const SubjectsMap = lazy(() => import('./subjectsMap.tsx'));

const KINDS = ['all', 'place', 'places', 'network', 'area'] as const;
type Shown = (typeof KINDS)[number];

/** Saved places, sets of places, networks and areas: a list with their latest answers, and their pins. */
export default function SubjectsPage({ session }: { session: Session }) {
  const place = session.activeOrganization;
  return place === null ? null : <Subjects home={`/organizations/${place.organization.id}`} />;
}

function Subjects({ home }: { home: OrganizationPath }) {
  const { say, language } = useText();
  const path = `${home}/subjects` as const;
  const subjects = useResource(`${path}?limit=200&language=${language}`);
  const { pending, error, remove, undo } = useDeletion(path, home);
  const [shown, show] = useState<Shown>('all');
  const [picked, pick] = useState<string | null>(null);
  const [found, setFound] = useState<Place | null>(null);
  const rename = useChange({
    method: 'PUT',
    path: ({ subject }: { subject: Subject; name: string }) => `${path}/${subject.id}`,
    changes: [path],
    body: ({ subject, name }) => bodyOf(subject, name),
  });
  const all = subjects.data?.data.filter(({ id }) => id !== pending?.id) ?? [];
  const kinds = KINDS.filter((kind) => kind === 'all' || all.some((one) => one.kind === kind));
  const rows = all.filter(({ kind }) => shown === 'all' || !kinds.includes(shown) || kind === shown);
  return (
    <Page
      title={say('subjects.title')}
      lead={say('subjects.lead')}
      action={
        all.length === 0 ? undefined : (
          <a className="button" href={`/web/v1${path}/csv`} download>
            {say('subjects.export')}
          </a>
        )
      }
    >
      <ErrorNotice error={error ?? rename.error} />
      <Deleted pending={pending} onUndo={undo} />
      <PlaceSearch path={home} isForSeveral isSavedShown={false} onChoose={setFound} />
      <Loaded query={subjects} lines={6}>
        {() =>
          all.length === 0 ? (
            <Card>
              <Empty
                icon={<MapPin size={28} aria-hidden />}
                title={say('subjects.none')}
                action={<ButtonLink href="/datasets">{say('subjects.fromDataset')}</ButtonLink>}
              >
                {say('subjects.noneText')}
              </Empty>
            </Card>
          ) : (
            <Joined>
              {kinds.length > 2 && (
                <Segments
                  label={say('subjects.kind')}
                  choices={kinds.map((id) => ({ id, name: say(`subjects.kinds.${id}`) }))}
                  value={kinds.includes(shown) ? shown : 'all'}
                  onChange={show}
                />
              )}
              <div className="subjects">
                <Card>
                  <Suspense fallback={<Loading lines={6} />}>
                    <SubjectTable
                      subjects={rows}
                      picked={picked}
                      onPick={pick}
                      onRename={(subject, name) => rename.mutateAsync({ subject, name })}
                      onDelete={({ id, name }) => remove({ id, name })}
                    />
                  </Suspense>
                </Card>
                <div className="dataset-map subjects-map">
                  <Suspense fallback={<div className="map" />}>
                    <SubjectsMap home={home} subjects={rows} picked={picked} onPick={pick} />
                  </Suspense>
                </div>
              </div>
            </Joined>
          )
        }
      </Loaded>
      {found !== null && (
        <Suspense>
          <SaveDialog path={home} place={found} onSaved={({ id }) => pick(id)} onClose={() => setFound(null)} />
        </Suspense>
      )}
    </Page>
  );
}

/** The subject as it is sent, under another name. */
function bodyOf(subject: Subject, name: string) {
  const { kind, territoryId: territory, fields } = subject;
  const common = { kind, name, territory, fields };
  if (kind === 'place')
    return {
      ...common,
      lat: subject.lat ?? 0,
      lng: subject.lng ?? 0,
      ...(subject.address === null ? {} : { address: subject.address }),
    };
  if (kind === 'area')
    return {
      ...common,
      ...(subject.area === null
        ? { polygon: subject.polygon as { type: 'Polygon'; coordinates: unknown[] } }
        : { area: subject.area.code }),
    };
  return {
    ...common,
    ...(subject.dataset === null ? { places: subject.places ?? [] } : { dataset: subject.dataset.id }),
    ...(kind === 'network' ? { candidates: subject.candidates, rivals: subject.rivals } : {}),
  };
}
