import { useResource } from '../../api/queries.ts';
import { isHouse } from '../../text/house.ts';
import { useText } from '../../text/index.ts';
import { Code } from '../../ui/copy.tsx';

/** A call with the new key that works as it stands: the price of a question about the first territory, which is free. */
export function FirstCall({ secret }: { secret: string }) {
  const { say } = useText();
  const examples = useResource('/examples');
  // On an organization's own server nobody asks for prices.
  const example = isHouse ? undefined : examples.data?.data[0];
  const authorization = `  -H "Authorization: Bearer ${secret}"`;
  const call =
    example === undefined
      ? [`curl -s ${window.location.origin}/api/v1/me \\`, authorization]
      : [
          `curl -s ${window.location.origin}/api/v1/actions/${example.actionId}/quote \\`,
          `${authorization} -H "Content-Type: application/json" \\`,
          `  -d '${JSON.stringify(example.input)}'`,
        ];
  return (
    <div className="stack-tight">
      <h3>{say('keys.firstCall')}</h3>
      {example !== undefined && <p className="soft small">{say('keys.firstCallText')}</p>}
      <Code>{call.join('\n')}</Code>
    </div>
  );
}
