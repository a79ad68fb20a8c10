import type { FormatId } from '@hinterland/answers';
import type { ActionResult } from '@hinterland/client';
import { useState } from 'react';
import type { OrganizationPath } from '../api/address.ts';
import { useResource } from '../api/queries.ts';
import { useText, useWords } from '../text/index.ts';
import { ExportMenu, type Way } from './exportMenu.tsx';
import type { MapPicture } from './png.ts';
import { reportWays } from './reportWays.ts';
import { saveFile } from './saveFile.ts';

interface AnswerExportsProps {
  /** Path of the organization. */
  readonly path: OrganizationPath;
  /** Id of the territory that was asked about. */
  readonly territory: string;
  /** Code of the analysis that keeps the answer; null where none does. */
  readonly code: string | null;
  readonly name: string;
  readonly answer: {
    readonly actionId: string;
    readonly result: Readonly<Record<string, unknown>>;
    readonly input: Readonly<Record<string, unknown>>;
    readonly versionNo: number | null;
  };
  readonly area: Pick<ActionResult<'analysis.isochrone'>, 'geojson'> | undefined;
  /** Takes a picture of the map as it is; null while there is no map. */
  readonly picture: () => Promise<MapPicture> | null;
}

/** Menu of an opened answer: its report where it is stored, its tables, its layers, and a picture of the map. */
export default function AnswerExports({ path, territory, code, name, answer, area, picture }: AnswerExportsProps) {
  const { say } = useText();
  const words = useWords();
  const [tables, setTables] = useState<readonly Way[]>([]);
  const { actionId, result, input, versionNo } = answer;
  const data = useResource('/data');
  const actions = useResource('/actions');
  const output = actions.data?.data.find(({ id }) => id === actionId)?.outputSchema;
  const save = async (format: FormatId, table?: string) => {
    const [{ FORMATS, areaIn, coverOf, fileName, planOf }, { tellingOf }, { originIn }] = await Promise.all([
      import('@hinterland/answers'),
      import('@hinterland/actions/tell'),
      import('./originIn.ts'),
    ]);
    const origin = originIn(data.data?.data ?? [], territory, actionId);
    const cover = coverOf(tellingOf(actionId, result), words, {
      title: name,
      question: words.tell({ text: `ask.${actionId}` as 'ask.site.rank' }),
      by: '',
      at: new Date(),
      link: code === null ? null : `${location.origin}/a/${code}`,
      data: Object.values((result.dataVersion as Record<string, string> | undefined) ?? {}),
    });
    const plan = output === undefined ? undefined : planOf(output);
    const bytes = await FORMATS[format].write({ result, input, area: areaIn(area), plan, origin, cover }, table);
    saveFile(new Blob([bytes], { type: FORMATS[format].mediaType }), fileName(name, versionNo, format, table));
  };
  const savePicture = async () => {
    const [{ fileName }, { pngOf }] = await Promise.all([import('@hinterland/answers'), import('./png.ts')]);
    const taken = await picture();
    if (taken !== null) saveFile(await pngOf(taken, name), fileName(name, versionNo, 'png'));
  };
  const list = async () => {
    const { planOf, tablesOf } = await import('@hinterland/answers');
    const plan = output === undefined ? undefined : planOf(output);
    setTables(
      tablesOf(result, { plan }).map(({ id, title }) => ({
        id: `csv ${id}`,
        name: words.title(title),
        perform: () => void save('csv', id),
      })),
    );
  };
  return (
    <ExportMenu
      label={say('export.answer')}
      ways={[
        ...(code === null || versionNo === null ? [] : reportWays(say, path, code, versionNo)),
        { id: 'xlsx', name: say('export.xlsx'), perform: () => void save('xlsx') },
        { id: 'geojson', name: say('export.geojson'), perform: () => void save('geojson') },
        { id: 'parquet', name: say('export.parquet'), perform: () => void save('parquet') },
        { id: 'arrow', name: say('export.arrow'), perform: () => void save('arrow') },
        { id: 'png', name: say('export.png'), perform: () => void savePicture() },
      ]}
      tables={tables}
      onOpen={() => void list()}
    />
  );
}
