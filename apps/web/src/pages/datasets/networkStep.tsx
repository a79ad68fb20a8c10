import { useLocation } from 'wouter';
import type { DatasetPath, OrganizationPath } from '../../api/address.ts';
import { useChange, useResource } from '../../api/queries.ts';
import type { Dataset } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

/** Makes a network of the stores of a dataset, whose rows stay where they are; leads to the one that there is. */
export function NetworkStep({ dataset: { id, name }, path }: { dataset: Dataset; path: DatasetPath }) {
  const { say } = useText();
  const [, go] = useLocation();
  const home = path.slice(0, path.indexOf('/datasets')) as OrganizationPath;
  const networks = useResource(`${home}/subjects?kind=network&limit=200`);
  const make = useChange({
    method: 'POST',
    path: `${home}/subjects`,
    changes: [`${home}/subjects`],
    body: () => ({ kind: 'network' as const, name, dataset: id }),
  });
  if (networks.data === undefined) return null;
  const made = networks.data.data.find(({ dataset }) => dataset?.id === id);
  return (
    <>
      {made === undefined ? (
        <Button isPending={make.isPending} onPress={() => make.mutate(undefined, { onSuccess: () => go('/subjects') })}>
          {say('subjects.makeNetwork')}
        </Button>
      ) : (
        <ButtonLink href="/subjects">{say('subjects.isNetwork', { name: made.name })}</ButtonLink>
      )}
      <ErrorNotice error={make.error} />
    </>
  );
}
