import type { OrganizationPath } from '../../api/address.ts';
import { useChange } from '../../api/queries.ts';
import { useText } from '../../text/index.ts';
import { NameField } from '../../ui/nameField.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

interface RenameProps {
  readonly path: OrganizationPath;
  readonly code: string;
  readonly name: string;
  /** Called with the new name; null where it stays. */
  readonly onEnd: (name: string | null) => void;
}

/** The title of an analysis while it is changed. */
export default function Rename({ path, code, name, onEnd }: RenameProps) {
  const { say } = useText();
  const rename = useChange({
    method: 'PUT',
    path: (_: string) => `${path}/analyses/${code}/name`,
    changes: [`${path}/analyses`],
    body: (next) => ({ name: next }),
  });
  return (
    <div className="rename">
      <NameField
        label={say('studio.name')}
        name={name}
        onEnd={async (next) => {
          const isNew = next !== null && next !== name;
          if (isNew) await rename.mutateAsync(next);
          onEnd(isNew ? next : null);
        }}
      />
      <ErrorNotice error={rename.error} />
    </div>
  );
}
