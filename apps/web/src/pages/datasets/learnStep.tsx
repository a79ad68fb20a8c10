import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import type { DatasetPath, OrganizationPath } from '../../api/address.ts';
import { request } from '../../api/request.ts';
import type { Dataset } from '../../api/types.ts';
import { FieldSurroundings } from '../../fields/props.ts';
import { choicesText, type RowsOfDataset } from '../../fields/rowDesk/choices.ts';
import { useText, withTexts } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { sectorNamedIn } from './sectorNamedIn.ts';

const DatasetDesk = lazy(() => withTexts(import('../../fields/rowDesk/datasetDesk.tsx'), 'table', 'desk'));

/** The way from a dataset of sales to the model that learns from them: its rows and columns put right, and the sector that its name says. */
export function LearnStep({ dataset: { id, name, territoryId }, path }: { dataset: Dataset; path: DatasetPath }) {
  const { say, language } = useText();
  const [, go] = useLocation();
  const [isGoing, setGoing] = useState(false);
  const [rows, setRows] = useState<RowsOfDataset>({ dataset: id });
  const home = path.slice(0, path.indexOf('/datasets')) as OrganizationPath;
  const learn = async () => {
    setGoing(true);
    const query = new URLSearchParams({ ask: 'market.calibrate', stores: id });
    const choices = choicesText(rows);
    if (choices !== null) query.set('rows', choices);
    try {
      const { result } = await request(`${home}/actions/markets.sectors/execute`, {
        method: 'POST',
        body: { language: language as 'en' },
      });
      const sector = sectorNamedIn(name, result.sectors);
      if (sector !== null) query.set('sector', sector);
    } catch {
      // Without the list the form asks for the sector.
    }
    go(`/studio?${query}`);
  };
  return (
    <div className="stack-tight">
      <p>{say('datasets.hasSales')}</p>
      <FieldSurroundings value={{ path: home, territory: territoryId ?? '', bounds: [] }}>
        <Suspense>
          <DatasetDesk isAside kind="sales" value={rows} onChange={setRows} />
        </Suspense>
      </FieldSurroundings>
      <div className="row">
        <Button kind="primary" isPending={isGoing} onPress={() => void learn()}>
          {say('datasets.learn')}
        </Button>
      </div>
    </div>
  );
}
