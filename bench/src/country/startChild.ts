import { catchment } from '@hinterland/engine/catchment';
import { isochrones } from '@hinterland/engine/isochrone';
import { loadTerritory } from '@hinterland/territory';
import { answerParent } from './childProcesses.ts';

const [bundle, lat, lng] = process.argv.slice(2);
const started = performance.now();
const territory = await loadTerritory(bundle!);
const load = performance.now() - started;
isochrones(
  catchment(territory, {
    origins: [{ lat: Number(lat), lng: Number(lng) }],
    measure: 'time',
    mode: 'car',
    traffic: 'normal',
    limits: [1800],
    direction: 'outbound',
  }),
);
answerParent({ load });
