import type { AreasCompared } from '../../api/types.ts';
import { ExportMenu } from '../../exports/exportMenu.tsx';
import { saveFile } from '../../exports/saveFile.ts';
import { useText } from '../../text/index.ts';
import { collectionOf, tableOf } from './withinFiles.ts';

/** All figures of the areas as a table, and with their outlines. */
export default function WithinExport({ compared }: { readonly compared: AreasCompared }) {
  const { say } = useText();
  const save = async (format: 'csv' | 'geojson') => {
    const { csvOf, FORMATS, fileName } = await import('@hinterland/answers');
    const bytes =
      format === 'csv'
        ? csvOf({ id: 'areas', title: 'areas', ...tableOf(compared) })
        : await FORMATS.geojson.write({ result: { geojson: collectionOf(compared) }, input: {}, area: null });
    saveFile(
      new Blob([bytes], { type: FORMATS[format].mediaType }),
      fileName(compared.area.name, null, format, 'areas'),
    );
  };
  return (
    <ExportMenu
      label={say('areas.export')}
      ways={[
        { id: 'csv', name: say('export.csv'), perform: () => void save('csv') },
        { id: 'geojson', name: say('export.geojson'), perform: () => void save('geojson') },
      ]}
    />
  );
}
