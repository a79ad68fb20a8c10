import '../../styles/subjects.css';
import { Link } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import { useResource } from '../../api/queries.ts';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';

/** Projects as cards: the verdict and figure of the latest answer, the place and the date; nothing where there are none. */
export default function Projects({ path }: { path: OrganizationPath }) {
  const { say, language } = useText();
  const { ago } = useFormat();
  const projects = useResource(`${path}/projects?language=${language}`);
  const listed = projects.data?.data ?? [];
  if (listed.length === 0) return null;
  return (
    <Card title={say('projects.title')}>
      <ul className="projects">
        {listed.map(({ id, name, subjects, answers, updatedAt }) => {
          const latest = answers.findLast(({ text }) => text !== null);
          return (
            <li key={id}>
              <Link href={`/projects/${id}`} className="strong">
                <bdi>{name}</bdi>
              </Link>
              <span {...(latest === undefined ? { className: 'soft' } : {})}>
                {latest?.text ?? say('projects.noAnswer')}
              </span>
              {subjects.length > 0 && (
                <bdi className="soft small">{subjects.map((subject) => subject.name).join(', ')}</bdi>
              )}
              <span className="soft small">
                {say('projects.answers', { count: answers.length, number: answers.length })},{' '}
                {ago(updatedAt, Date.now())}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
