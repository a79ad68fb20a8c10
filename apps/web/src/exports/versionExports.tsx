import type { OrganizationPath } from '../api/address.ts';
import { useText } from '../text/index.ts';
import { ExportMenu } from './exportMenu.tsx';
import { reportWays } from './reportWays.ts';

interface VersionExportsProps {
  /** Path of the organization. */
  readonly path: OrganizationPath;
  readonly code: string;
  readonly versionNo: number;
}

/** Menu of a stored run: its report, and its files as the service writes them. */
export function VersionExports({ path, code, versionNo }: VersionExportsProps) {
  const { say } = useText();
  const fileOf = (format: string) => `/a/${code}/export/${format}?version=${versionNo}`;
  return (
    <ExportMenu
      label={say('export.version', { no: versionNo })}
      ways={[
        ...reportWays(say, path, code, versionNo),
        ...(['xlsx', 'csv', 'geojson'] as const).map((id) => ({ id, name: say(`export.${id}`), href: fileOf(id) })),
      ]}
    />
  );
}
