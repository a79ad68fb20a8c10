import { afterEach, expect, it } from 'vitest';
import { Browser } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';

describeOnBoth('the front page of strangers', (database) => {
  let service: TestService;
  afterEach(() => service?.close());
  const start = async (env: Record<string, string>) => {
    service = await startTestService(database(), { workers: 1, env });
    return new Browser(service);
  };

  it('names the territories and the credits that one begins with', async () => {
    const stranger = await start({ HINTERLAND_STARTING_CREDITS: '70' });
    const { status, body } = await stranger.send('GET', '/front');
    expect([status, body.startingCredits, body.data[0].id]).toEqual([200, 70, 'town']);
  });

  it('is not there where the operator has closed it', async () => {
    const stranger = await start({ HINTERLAND_FRONT_PAGE: 'closed' });
    for (const path of ['', '/examples', '/examples/reach'])
      expect([path, (await stranger.send('GET', `/front${path}`)).status]).toEqual([path, 404]);
    for (const action of ['analysis.isochrone', 'search.addresses'])
      expect((await stranger.send('POST', `/front/actions/${action}/execute`, {})).status).toBe(404);
  });
});
