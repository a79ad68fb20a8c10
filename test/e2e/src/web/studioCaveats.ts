import { expect, it } from 'vitest';
import type { Studio } from './studioFlows.ts';

interface InForce {
  readonly data: readonly { readonly families: readonly { readonly family: string }[] }[];
}

const ROUGH = 'Only 41.0% of the people live at mapped addresses or buildings.';

/** What an answer says of its figures where people are those of a model, in a territory that is rough. */
export function caveats(studio: () => Studio): void {
  it.each([375, 1440])(
    'says at %i px beside the first figure that residents are modeled and what is rough',
    async (width) => {
      const { app } = studio();
      const { page } = app;
      await page.setViewportSize({ width, height: 900 });
      await app.go('/studio?at=-36.2,-151.7');
      await page.locator('[data-figure="/bands/2/cumulativeResidents"]').waitFor();
      expect(await page.locator('[data-caveats]').count()).toBe(0);
      // The demo has a census: its description is changed on the way.
      await page.route('**/web/v1/data', async (route) => {
        const response = await route.fetch();
        const { data } = (await response.json()) as InForce;
        const modelled = data.map((territory) => ({
          ...territory,
          rough: [ROUGH],
          families: territory.families.map((one) => ({ ...one, isModelled: one.family === 'sociodemo' })),
        }));
        await route.fulfill({ response, json: { data: modelled } });
      });
      await app.go('/studio?at=-36.2,-151.7&mode=walk');
      const said = page.locator('[data-caveats]');
      await said.getByText('Residents are modeled (').waitFor();
      await said.getByText(ROUGH).waitFor();
      await app.isSound('caveats');
      await app.isSeen('caveats', process.env.LOOK_AT_CAVEATS);
      await page.unroute('**/web/v1/data');
    },
  );
}
