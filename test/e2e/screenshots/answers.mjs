/** An answer of the service in JSON. */
export const json = (body, status = 200) => ({ status, contentType: 'application/json', body: JSON.stringify(body) });

/** Answers calls of an address by a function of the route. */
export const answer = (url, reply) => (page) => page.route(url, reply);

/** Answers calls of an address with what the service says, changed. */
export const changed = (url, change) =>
  answer(url, async (route) => {
    const reply = await route.fetch();
    await route.fulfill(json(change(await reply.json())));
  });

/** Does several things to a page, one after the other. */
export const all =
  (...steps) =>
  async (page) => {
    for (const step of steps) await step?.(page);
  };

export const press = (name) => (page) => page.getByRole('button', { name }).first().click();
export const drawn = (page) => page.locator('[data-map-state=idle]').waitFor();

export const signedOut = (page) =>
  page.route('**/web/v1/session', (route) => route.fulfill(refusal('not_signed_in', 401)));

/** A refusal of the service; `fields` stand beside those that all have. */
export const refusal = (error, status, fields = {}) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: `/problems/${error}`, title: error, status, detail: detailOf(error), error, ...fields }),
});

const detailOf = (error) =>
  error === 'insufficient_role'
    ? 'Only owners, admins and members with billing rights may see the credits of the organization.'
    : 'The service could not answer. Nothing was charged.';
