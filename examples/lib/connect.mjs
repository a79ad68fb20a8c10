import { Hinterland } from '@hinterland/client';

/** Where the service listens; what `npm start` says, unless HINTERLAND_URL says otherwise. */
const baseUrl = process.env.HINTERLAND_URL ?? 'http://127.0.0.1:8080';
/** The key that the first `npm start` prints. */
const apiKey = process.env.HINTERLAND_KEY;
if (!apiKey) {
  console.error(
    'Put the key that "npm start" printed into HINTERLAND_KEY, for example: export HINTERLAND_KEY=hl_test_…',
  );
  process.exit(2);
}

export const hinterland = new Hinterland({ baseUrl, apiKey });

/** The town hall of Port Halcyon, capital of the demo territory. */
export const TOWN_HALL = { lat: -36.2, lng: -151.7 };
