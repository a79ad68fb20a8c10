import { useResource } from '../../api/queries.ts';
import { useText } from '../../text/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/page.tsx';

/** The door to other places, for who may add them; while one is added, where it is to be seen. */
export default function AddPlace() {
  const { say } = useText();
  const { data } = useResource('/places');
  if (data?.mayAdd !== true) return null;
  const [job] = data.data;
  const isRunning = job?.state === 'running';
  return (
    <Card
      title={say('places.door')}
      action={<ButtonLink href="/places">{say(isRunning ? 'places.doorRunning' : 'places.title')}</ButtonLink>}
    >
      <p className="card-body soft">
        {isRunning ? say('places.doorNow', { name: job.plan.name }) : say('places.doorText')}
      </p>
    </Card>
  );
}
