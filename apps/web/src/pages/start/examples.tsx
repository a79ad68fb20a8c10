import { Link } from 'wouter';
import { AnswerSays } from '../../answer/answer.tsx';
import { useResource } from '../../api/queries.ts';
import type { Example } from '../../api/types.ts';
import { type TextKey, useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { Loaded } from '../../ui/states.tsx';

const QUESTIONS: Readonly<Record<string, TextKey>> = {
  reach: 'example.reach',
  people: 'example.people',
  bakeries: 'example.bakeries',
  walk: 'example.walk',
  bicycle: 'example.bicycle',
};

type ExamplesPath = '/examples' | '/front/examples';

/** Worked examples around the main city of the first territory; those who are not signed in have them at another address. */
export function Examples({ path = '/examples' }: { path?: ExamplesPath }) {
  const { say } = useText();
  const examples = useResource(path);
  if (examples.data?.data.length === 0) return null;
  return (
    <section className="section" id="examples" aria-labelledby="examples-title">
      <div data-tour="examples">
        <h2 id="examples-title">{say('start.examples')}</h2>
        <p className="soft">{say('start.examplesText')}</p>
      </div>
      <Loaded query={examples}>
        {({ data }) => (
          <div className="examples">
            {data.map((example) => (
              <ExampleCard key={example.id} path={path} example={example} />
            ))}
          </div>
        )}
      </Loaded>
      {path === '/examples' && (
        <p>
          <Link href="/dashboards">{say('dashboard.title')}</Link> <span className="soft">{say('dashboard.lead')}</span>
        </p>
      )}
    </section>
  );
}

interface ExampleCardProps {
  readonly path: ExamplesPath;
  readonly example: Example;
}

function ExampleCard({ path, example: { id, actionId, title, quotedCredits } }: ExampleCardProps) {
  const { say } = useText();
  const { number } = useFormat();
  const worked = useResource(`${path}/${id}`);
  const question = QUESTIONS[id];
  return (
    <article className="card example" data-action={actionId}>
      <h3>{question === undefined ? title : say(question)}</h3>
      <div className="example-answer">
        <Loaded query={worked}>
          {({ result }) => <AnswerSays actionId={actionId} result={result} show="brief" />}
        </Loaded>
      </div>
      <p className="soft small" data-quote={quotedCredits}>
        <Link href={path === '/examples' ? `/studio?ask=${actionId}` : '/sign-up'}>
          {quotedCredits === 0 ? say('start.free') : say('start.price', { credits: number(quotedCredits) })}
        </Link>
      </p>
    </article>
  );
}
