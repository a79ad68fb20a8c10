import '../../styles/studio.css';
import '../../styles/studioSteps.css';
import '../../styles/datasets.css';
import '../../styles/subjects.css';
import { Files } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import { useChange, useResource } from '../../api/queries.ts';
import type { Project, Session } from '../../api/types.ts';
import { ExportMenu } from '../../exports/exportMenu.tsx';
import { projectReportWays } from '../../exports/reportWays.ts';
import { useText } from '../../text/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useFormat } from '../../ui/format.ts';
import { NameField } from '../../ui/nameField.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Joined } from '../../ui/pointed.tsx';
import { RowMenu } from '../../ui/rowMenu.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';

/** The map's library is loaded beside the list. */
const SubjectsMap = lazy(() => import('../subjects/subjectsMap.tsx'));

/** One decision: what it is about, and the answers given on it in order. */
export default function ProjectPage({ session }: { session: Session }) {
  const place = session.activeOrganization;
  const { id } = useParams<{ id: string }>();
  return place === null ? null : <OneProject home={`/organizations/${place.organization.id}`} id={id} />;
}

function OneProject({ home, id }: { home: OrganizationPath; id: string }) {
  const { say, language } = useText();
  const project = useResource(`${home}/projects/${id}?language=${language}`);
  return project.data === undefined ? (
    <Page title={say('projects.title')}>
      <Card>
        <Loaded query={project} lines={6}>
          {() => null}
        </Loaded>
      </Card>
    </Page>
  ) : (
    <Shown home={home} project={project.data} />
  );
}

function Shown({ home, project }: { home: OrganizationPath; project: Project }) {
  const { say, language } = useText();
  const { ago } = useFormat();
  const [, go] = useLocation();
  const [isNaming, setNaming] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const path = `${home}/projects/${project.id}` as const;
  const { name, note, subjects, answers, hidden, mayChange } = project;
  const change = useChange({
    method: 'PUT',
    path: () => path,
    changes: [`${home}/projects`],
    body: (next: { readonly name?: string; readonly answers?: readonly string[] }) => ({ name, ...next }),
  });
  const remove = useChange({ method: 'DELETE', path, changes: [`${home}/projects`] });
  // The next question begins with the place of the decision.
  const asked = subjects.find(({ kind }) => kind === 'place');
  const at: Record<string, string> =
    asked === undefined ? {} : { at: `${asked.lat},${asked.lng}`, place: asked.name, subject: asked.id };
  const askHref = `/studio?${new URLSearchParams(at)}`;
  const codes = answers.map(({ code }) => code);
  const moved = (at: number, by: number) => {
    const next = [...codes];
    next.splice(at + by, 0, ...next.splice(at, 1));
    return next;
  };
  const menuOf = (code: string, at: number) => [
    ...(at > 0
      ? [{ id: 'up', name: say('projects.up'), perform: () => change.mutate({ answers: moved(at, -1) }) }]
      : []),
    ...(at < codes.length - 1
      ? [{ id: 'down', name: say('projects.down'), perform: () => change.mutate({ answers: moved(at, 1) }) }]
      : []),
    {
      id: 'out',
      name: say('projects.takeOut'),
      perform: () => change.mutate({ answers: codes.filter((one) => one !== code) }),
    },
  ];
  return (
    <Page
      title={name}
      lead={note === '' ? say('projects.lead') : note}
      action={
        <span className="row">
          {answers.length > 0 && (
            <ExportMenu label={say('projects.report')} ways={projectReportWays(say, home, project.id, language)} />
          )}
          {mayChange && (
            <>
              <Button onPress={() => setNaming(true)}>{say('action.rename')}</Button>
              <Button onPress={() => setDeleting(true)}>{say('analyses.delete')}</Button>
            </>
          )}
          <ButtonLink href={askHref} kind="primary">
            {say('projects.ask')}
          </ButtonLink>
        </span>
      }
    >
      {isNaming && (
        <NameField
          label={say('projects.name')}
          name={name}
          onEnd={async (next) => {
            if (next !== null && next !== name) await change.mutateAsync({ name: next });
            setNaming(false);
          }}
        />
      )}
      <ErrorNotice error={change.error} />
      <div {...(subjects.length > 0 ? { className: 'subjects' } : {})}>
        <Card title={say('subjects.answers')}>
          {answers.length === 0 ? (
            <Empty
              icon={<Files size={28} aria-hidden />}
              title={say('projects.empty')}
              action={<ButtonLink href="/studio">{say('studio.go')}</ButtonLink>}
            >
              {say('projects.emptyText')}
            </Empty>
          ) : (
            <ol className="project-answers">
              {answers.map(({ code, name: asked, text, updatedAt }, at) => (
                <li key={code}>
                  <span className="place-sign" aria-hidden>
                    {at + 1}
                  </span>
                  <span className="stack-tight">
                    <Link href={`/a/${code}`} className="strong">
                      <bdi>{asked}</bdi>
                    </Link>
                    <span>{text ?? say('projects.noAnswer')}</span>
                    <span className="soft small">{ago(updatedAt, Date.now())}</span>
                  </span>
                  {mayChange && <RowMenu label={say('table.actionsOf', { name: asked })} actions={menuOf(code, at)} />}
                </li>
              ))}
            </ol>
          )}
          {hidden > 0 && (
            <p className="card-body soft small">{say('projects.hidden', { count: hidden, number: hidden })}</p>
          )}
        </Card>
        {subjects.length > 0 && <About home={home} named={subjects} />}
      </div>
      {isDeleting && (
        <Confirm
          title={say('projects.deleteTitle', { name })}
          deed={say('analyses.delete')}
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => go('/') })}
          onClose={() => setDeleting(false)}
        >
          <p>{say('projects.deleteText')}</p>
        </Confirm>
      )}
    </Page>
  );
}

/** What a project is about, on the map and by name. */
function About({ home, named }: { home: OrganizationPath; named: Project['subjects'] }) {
  const { language } = useText();
  const [picked, pick] = useState<string | null>(null);
  const saved = useResource(`${home}/subjects?limit=200&language=${language}`);
  const subjects = saved.data?.data.filter(({ id }) => named.some((one) => one.id === id)) ?? [];
  return (
    <Joined>
      <div className="stack-tight subjects-map">
        <div className="dataset-map">
          <Suspense fallback={<div className="map" />}>
            <SubjectsMap home={home} subjects={subjects} picked={picked} onPick={pick} />
          </Suspense>
        </div>
        <p className="soft">
          {named.map(({ id, name }, i) => (
            <span key={id}>
              {i > 0 && ', '}
              <button type="button" className="link" aria-pressed={id === picked} onClick={() => pick(id)}>
                <bdi>{name}</bdi>
              </button>
            </span>
          ))}
        </p>
      </div>
    </Joined>
  );
}
