/** Measures one territory in a process of its own: folder, direction and access. Prints Measured as JSON. */
import { loadTerritory } from '@hinterland/territory';
import { type Journeys, measure } from './measure.ts';

const [dir, direction, access] = process.argv.slice(2) as [string, Journeys['direction'], Journeys['access']];
process.stdout.write(JSON.stringify(await measure(await loadTerritory(dir), { direction, access })));
