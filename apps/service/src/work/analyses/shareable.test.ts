import type { Territory } from '@hinterland/territory';
import { expect, it } from 'vitest';
import { describeOnBoth } from '../../testing/databases.ts';
import { drawn } from '../../testing/service.ts';
import { until } from '../../testing/until.ts';
import { versionsOfAnn } from '../../testing/versions.ts';

/** A territory with a source that may not be passed on. */
function closed(): Territory {
  const territory = drawn({ id: 'shire', version: '2026-11' });
  const sources = [{ name: 'Survey of the Shire', licence: 'by contract', attribution: 'Shire', mayShare: false }];
  Object.assign(territory.descriptors.territory as object, { sources });
  return territory;
}

describeOnBoth('figures that not everybody may see', (database) => {
  const suite = versionsOfAnn(database);
  const { share, run, make, get } = suite;
  const inForce = async (...territories: Territory[]) => {
    suite.service.bundles.set(...territories);
    const names = async () =>
      (await suite.service.request('GET', '/api/v1/data', { key: suite.ann.secret })).body.territory;
    await until(async () => (await names()) === territories.at(-1)?.dataVersion.territory);
  };
  const link = async () => (await get(suite.ann, `/${suite.code}/shares`)).body.anyone;

  it('get no link for anyone, and the refusal names the source; people are chosen all the same', async () => {
    await inForce(closed());
    await run(suite.ann, suite.code, { text: 'in the shire' });
    const refused = await share(suite.ann, suite.code, { anyone: true });
    expect([refused.status, refused.body.error, refused.body.errors[0].path]).toEqual([
      400,
      'validation_error',
      'anyone',
    ]);
    expect(refused.body.detail).toContain('Survey of the Shire');
    expect(await link()).toBe(false);
    expect((await share(suite.ann, suite.code, { people: ['bob@example.com'] })).status).toBe(200);
    // Before the first run, any of the territories may be asked.
    expect((await share(suite.ann, await make(suite.ann), { anyone: true })).status).toBe(400);
  });

  it('end a link that is there with the first run that has them', async () => {
    expect((await share(suite.ann, suite.code, { anyone: true })).status).toBe(200);
    await run(suite.ann, suite.code, { text: 'in the town' });
    expect(await link()).toBe(true);
    await inForce(closed());
    await run(suite.ann, suite.code, { text: 'in the shire' });
    expect(await link()).toBe(false);
  });
});
