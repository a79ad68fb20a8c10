import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callers, type DemoService, startDemo } from '../demoService.ts';

const AREA = '/web/v1/front/actions/analysis.isochrone/execute';

/** What strangers may ask without an account, on the demo. */
describe('the front of the demo', () => {
  let service: DemoService;
  const send = (path: string, body: unknown) =>
    fetch(service.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Encoding': 'identity', Origin: service.url },
      body: JSON.stringify(body),
    });

  beforeAll(async () => {
    service = await startDemo({ organizations: [{ ...callers('CI'), credits: 1_000 }] });
  });
  afterAll(() => service?.stop());

  it('finds places and counts the residents of an area, exactly as a paid call does, and refuses what is more', async () => {
    const found = await (
      await send('/web/v1/front/actions/search.addresses/execute', { query: 'Harbourside', continent: 'oceania' })
    ).json();
    const [{ lat, lng }] = (found as any).result.addresses;
    const given = { origins: [{ lat, lng }], bandSeconds: [300, 600, 900], mode: 'car' };
    const free = (await (await send(AREA, given)).json()) as any;
    const paid = await fetch(`${service.url}/api/v1/actions/analysis.isochrone/execute`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Accept-Encoding': 'identity',
        Authorization: `Bearer ${service.others[0]}`,
      },
      body: JSON.stringify({ ...given, quotedCredits: 3 }),
    });
    expect(free.result.bands).toEqual(((await paid.json()) as any).result.bands);
    expect((await send(AREA, { ...given, origins: [...given.origins, ...given.origins] })).status).toBe(400);
    expect((await send(AREA, { ...given, bandSeconds: [7200] })).status).toBe(400);
    expect((await send(AREA, { ...given, bandSeconds: [600, 300] })).status).toBe(400);
    expect((await send(AREA.replace('isochrone', 'people_economy'), given)).status).toBe(404);
  });

  it('draws sixty areas in an hour and network, and says when it goes on', async () => {
    // In the sea: nothing is computed, and it counts.
    const given = { origins: [{ lat: 0, lng: 0 }], bandSeconds: [300], mode: 'car' };
    const statuses: number[] = [];
    for (let i = 0; i < 62; i++) statuses.push((await send(AREA, given)).status);
    expect(new Set(statuses)).toEqual(new Set([422, 429]));
    const refused = await send(AREA, given);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(((await refused.json()) as any).policy).toBe('front_areas');
  });
});
