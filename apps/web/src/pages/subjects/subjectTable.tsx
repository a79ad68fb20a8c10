import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Subject } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { NameField } from '../../ui/nameField.tsx';
import { useJoint } from '../../ui/pointed.tsx';
import { RowMenu } from '../../ui/rowMenu.tsx';
import { type Column, NOTHING, Table } from '../../ui/table.tsx';
import { addressOfSubject } from './ask.ts';

interface SubjectTableProps {
  readonly subjects: readonly Subject[];
  readonly picked: string | null;
  readonly onPick: (id: string) => void;
  readonly onRename: (subject: Subject, name: string) => Promise<unknown>;
  readonly onDelete: (subject: Subject) => void;
}

/** Saved subjects, last changed first, each with what was answered about it. */
export default function SubjectTable({ subjects, picked, onPick, onRename, onDelete }: SubjectTableProps) {
  const { say } = useText();
  const { ago, number } = useFormat();
  const [, go] = useLocation();
  const [renamed, setRenamed] = useState<string | null>(null);
  const joint = useJoint();
  const menuOf = (subject: Subject) => [
    { id: 'ask', name: say('subjects.ask'), perform: () => go(addressOfSubject(subject)) },
    {
      id: 'changes',
      name: say('subjects.changes'),
      perform: () => go(`/changes?territory=${subject.territoryId}&around=${subject.id}`),
    },
    ...(subject.mayChange
      ? [
          { id: 'rename', name: say('action.rename'), perform: () => setRenamed(subject.id) },
          { id: 'delete', name: say('analyses.delete'), perform: () => onDelete(subject) },
        ]
      : []),
  ];
  const what = ({ kind, places, dataset, area, address }: Subject): string => {
    if (kind === 'place') return address ?? '';
    if (kind === 'area') return area === null ? say('subjects.drawn') : area.name;
    const count = dataset?.matched ?? places?.length ?? 0;
    return say(kind === 'network' ? 'subjects.stores' : 'subjects.count', { count, number: number(count) });
  };
  const columns: Column<Subject>[] = [
    {
      id: 'name',
      title: say('subjects.name'),
      cell: (subject) =>
        renamed === subject.id ? (
          <NameField
            label={say('subjects.name')}
            name={subject.name}
            onEnd={async (next) => {
              if (next !== null && next !== subject.name) await onRename(subject, next);
              setRenamed(null);
            }}
          />
        ) : (
          <span {...joint(subject.id)} data-picked={picked === subject.id || undefined}>
            <button type="button" className="link strong" onClick={() => onPick(subject.id)}>
              <bdi>{subject.name}</bdi>
            </button>
            <span className="listed-answer soft">{what(subject)}</span>
          </span>
        ),
    },
    { id: 'kind', title: say('subjects.kind'), nowrap: true, cell: ({ kind }) => say(`subjects.one.${kind}`) },
    {
      id: 'answers',
      title: say('subjects.answers'),
      cell: ({ answers }) =>
        answers.length === 0 ? (
          NOTHING
        ) : (
          <ul className="subject-answers">
            {answers.map(({ code, name, text, createdAt }) => (
              <li key={code}>
                <Link href={`/a/${code}`}>
                  <bdi>{text ?? name}</bdi>
                </Link>
                <span className="soft small">{ago(createdAt, Date.now())}</span>
              </li>
            ))}
          </ul>
        ),
    },
    {
      id: 'actions',
      title: say('table.actions'),
      cell: (subject) => <RowMenu label={say('table.actionsOf', { name: subject.name })} actions={menuOf(subject)} />,
    },
  ];
  return <Table caption={say('subjects.title')} columns={columns} rows={subjects} keyOf={({ id }) => id} />;
}
