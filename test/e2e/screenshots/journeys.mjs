import { drawn } from './answers.mjs';

const AT = 'at=-36.2,-151.7&place=Town+hall';
const REACH = 'reach=bandSeconds:900,1800,2700';
/** Opens what is folded in a step. */
const more = async (page, step) => {
  const summary = page.locator(`.step[data-name="${step}"] details:not([open]) > summary`);
  if ((await summary.count()) > 0) await summary.click();
};

/** Fills in fields of the studio's form by the pointers of their members; a list of one is a choice, all of them shown or not. */
const filled = async (page, values) => {
  await more(page, 'where');
  for (const [pointer, value] of Object.entries(values)) {
    const field = page.locator(`[data-field$="${pointer}"]`).last();
    if (typeof value === 'string') {
      await field.locator('input').fill(value);
      await field.locator('input').blur();
      continue;
    }
    const shown = field.getByRole('radio', { name: value[0] });
    if ((await shown.count()) > 0) await shown.click();
    else {
      await field.getByRole('button').first().click();
      await page.getByRole('option', { name: value[0] }).click();
    }
  }
};

const RIDE = { '/percentile': '80', '/maxRides': '2', '/maxWalkMinutes': '10' };
const BY_BICYCLE = { ...RIDE, '/access': ['Bicycle'] };
const MORNING = { '/from': '10:00', '/to': '12:00' };
const SATURDAY = { '/day': ['A Saturday'], ...MORNING };

/** Ways of travel in the studio: their fields, what is drawn, and their answers. `run` runs what is asked, `whole` shows all of an answer. */
export function journeyShots({ run, whole, figures }) {
  const toFields = (page) =>
    page.locator('[data-field="/departure"]').evaluate((field) => field.scrollIntoView({ block: 'center' }));
  const rides = (ride) => async (page) => {
    await filled(page, { ...SATURDAY, ...ride });
    await page.locator('.legend').getByText('10:00–12:00, in 80%').waitFor();
    await drawn(page);
  };
  const ask = (id, more = '') => `/studio?${AT}&ask=${id}&${REACH}${more}`;
  const compared = async (page) => {
    await more(page, 'what');
    await page.locator('[data-field="/compareModes"]').getByText('Compare all modes').click();
    await run(page);
  };
  return [
    { name: 'studio-transit', path: `/studio?${AT}&mode=transit&${REACH}`, after: drawn },
    {
      name: 'studio-transit-fields',
      path: `/studio?${AT}&mode=transit&${REACH}`,
      after: rides(BY_BICYCLE),
      each: toFields,
    },
    ...['analysis.isochrone', 'analysis.people_economy'].map((id) => ({
      name: `studio-transit-answer-${id}`,
      path: ask(id, '&mode=transit'),
      async after(page) {
        await rides(RIDE)(page);
        await run(page);
      },
      each: whole,
    })),
    {
      name: 'studio-transit-all',
      path: ask('analysis.isochrone', '&mode=transit'),
      async after(page) {
        await rides(BY_BICYCLE)(page);
        await run(page);
        await figures(page);
      },
      each: whole,
    },
    {
      name: 'studio-transit-no-service',
      path: ask('analysis.isochrone', '&mode=transit'),
      async after(page) {
        await filled(page, { '/day': ['On a date'] });
        await page.locator('[data-field$="/day"] input[type=date]').fill('2031-01-01');
        await page.locator('[data-field="/departure"] .field-error').first().waitFor();
      },
      each: toFields,
    },
    {
      name: 'studio-transit-window',
      path: ask('analysis.isochrone', '&mode=transit'),
      async after(page) {
        await filled(page, { '/from': '02:00', '/to': '03:00' });
        await drawn(page);
        await run(page);
      },
      each: whole,
    },
    { name: 'studio-modes', path: ask('analysis.isochrone'), after: compared },
    ...['On foot', 'Public transport'].map((mode) => ({
      name: `studio-modes-${mode.toLowerCase().replace(' ', '-')}`,
      path: `${ask('analysis.isochrone')}&table=area`,
      async after(page) {
        await compared(page);
        await page.locator('[data-modes-on-map]').getByRole('radio', { name: mode }).click();
        await drawn(page);
      },
    })),
    { name: 'studio-modes-answer', path: ask('analysis.isochrone'), after: compared, each: whole },
    {
      name: 'studio-modes-all',
      path: ask('analysis.isochrone'),
      async after(page) {
        await compared(page);
        await figures(page);
      },
      each: whole,
    },
    {
      name: 'studio-departure-car',
      path: ask('analysis.isochrone'),
      async after(page) {
        await filled(page, MORNING);
        await page.locator('[data-field="/departure"] .field-error').first().waitFor();
        await drawn(page);
      },
      each: toFields,
    },
    {
      name: 'studio-departure-none',
      path: ask('analysis.isochrone'),
      async after(page) {
        await filled(page, {});
        await drawn(page);
      },
      each: toFields,
    },
    {
      name: 'studio-traffic',
      path: ask('analysis.isochrone'),
      async after(page) {
        await filled(page, {});
        await page.locator('[data-field="/traffic"]').getByText('Rush hour').click();
        await page.locator('.legend').getByText('heavy traffic').waitFor();
        await drawn(page);
      },
      each: (page) =>
        page.locator('[data-field="/traffic"]').evaluate((field) => field.scrollIntoView({ block: 'center' })),
    },
  ];
}
