import { setTimeout } from 'node:timers/promises';

/** Members, keys, runs, orders and a webhook, as an organization has them after a while; each example is run so many times on each channel. */
export async function fill(service, receiver, rounds = 3) {
  const { organizations } = await service.ask('GET', '/session');
  const organization = organizations[0].organization.id;
  const own = `/organizations/${organization}`;
  const { id: expansion } = await service.ask('POST', `${own}/teams`, { name: 'Expansion' });
  await service.ask('PUT', `${own}/teams/${expansion}/limit`, { monthlyLimit: 2000 });
  await service.ask('POST', `${own}/teams`, { name: 'Controlling' });
  const { user } = await service.ask('GET', '/session');
  await service.ask('PUT', `${own}/members/${user.id}/limit`, { monthlyLimit: 1000 });
  for (const email of ['anders@example.com', 'mei@example.com']) {
    await service.ask('POST', `${own}/invitations`, { email, role: 'member', teamId: expansion });
  }
  const keys = [];
  for (const [name, monthlyCap] of [
    ['Till import', 500],
    ['Expansion notebook', null],
    ['Weekly report', 100],
  ]) {
    keys.push(await service.ask('POST', `${own}/keys`, { name, scopes: ['read', 'run'], monthlyCap }));
  }
  const { data: examples } = await service.ask('GET', '/examples');
  const paid = examples.filter(({ quotedCredits }) => quotedCredits > 0);
  for (const [index, { actionId, input, quotedCredits }] of Array.from({ length: rounds }, () => paid)
    .flat()
    .entries()) {
    const body = { ...input, quotedCredits };
    await service.ask('POST', `${own}/actions/${actionId}/execute`, body);
    const { secret } = keys[index % 2];
    await fetch(`${service.url}/api/v1/actions/${actionId}/execute`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  }
  await service.ask('DELETE', `${own}/keys/${keys[2].id}`);
  await service.ask('POST', `${own}/orders`, { credits: 5000, reference: 'PO 2026-114' });
  const run = ({ actionId, input, quotedCredits }, code, change = {}) =>
    service.ask(
      'POST',
      `${own}/actions/${actionId}/execute`,
      { ...input, ...change, quotedCredits },
      { 'X-Analysis-Id': code },
    );
  let analysis = '';
  for (const name of ['Sixth bakery', 'Harbour quarter', 'Where to close']) {
    const { code } = await service.ask('POST', `${own}/analyses`, { name });
    await run(paid[0], code);
    analysis = code;
  }
  await run(paid[0], analysis, { mode: 'bicycle' });
  const { code: network } = await service.ask('POST', `${own}/analyses`, { name: 'Which bakeries can close' });
  for (const [minutes, stores] of [
    [5, networkStores(40)],
    [8, networkStores(41).slice(1)],
  ]) {
    const input = { stores, minutes, closeCount: 5, snapLimitMeters: 1600 };
    const { quotedCredits } = await service.ask('POST', `${own}/actions/network.coverage/quote`, input);
    await run({ actionId: 'network.coverage', input, quotedCredits }, network);
  }
  await service.ask('PUT', `${own}/analyses/${analysis}/shares`, { anyone: true, anyoneExpiresDays: 30 });
  const { code: withdrawn } = await service.ask('POST', `${own}/analyses`, { name: 'Draft' });
  for (const anyone of [true, false]) await service.ask('PUT', `${own}/analyses/${withdrawn}/shares`, { anyone });
  const events = ['job.completed', 'analysis.version.created', 'ping'];
  const { id: webhook } = await service.ask('POST', `${own}/webhooks`, {
    url: receiver.url,
    events,
    description: 'Warehouse',
  });
  await service.ask('POST', `${own}/webhooks/${webhook}/ping`);
  receiver.status = 503;
  await service.ask('POST', `${own}/webhooks/${webhook}/ping`);
  const datasets = `${own}/datasets`;
  const text = { 'Content-Type': 'text/csv' };
  await service.ask('POST', `${datasets}?name=Customers`, 'id,name,address\n1,Ann,56 Northern Road\n', text);
  await service.ask(
    'POST',
    `${datasets}?name=Customers%20of%20May`,
    storesFile(() => false),
    text,
  );
  const { id: dataset } = await service.ask('POST', `${datasets}?name=Bakeries`, storesFile(), text);
  const { id: sheet } = await service.ask('POST', `${datasets}?name=Sales%20of%20bakeries`, faultySheet(), text);
  for (const one of [dataset, sheet])
    while ((await service.ask('GET', `${datasets}/${one}`)).job !== null) await setTimeout(100);
  const subjects = `${own}/subjects`;
  for (const [name, lat, lng] of [
    ['Harbourside', -36.2106, -151.6981],
    ['Quarry Way', -36.1952, -151.7124],
  ])
    await service.ask('POST', subjects, { kind: 'place', name, lat, lng, address: `${name} 11, Port Halcyon` });
  const { id: subject } = await service.ask('POST', subjects, { kind: 'network', name: 'Bakeries', dataset });
  const { id: project } = await service.ask('POST', `${own}/projects`, {
    name: 'Sixth bakery',
    subjects: [subject],
    answers: [analysis, network],
  });
  return { organization, webhook, analysis, network, withdrawn, dataset, sheet, project };
}

/** Stores of a network around the demo capital. */
const networkStores = (count) =>
  Array.from({ length: count }, (_, i) => ({
    id: `N${i + 1}`,
    name: `Bakery ${i + 1}`,
    lat: -36.2 + ((i * 37) % 41) / 700,
    lng: -151.7 + ((i * 53) % 41) / 700,
  }));

/** Stores around the demo capital: every twentieth has no place. */
export function storesFile(isBad = (i) => i % 20 === 7) {
  const line = (i) => {
    const [lat, lng] = [-36.2 + ((i * 37) % 40) / 2000, -151.7 + ((i * 53) % 40) / 2000];
    return `${i + 1},Store ${i + 1},${isBad(i) ? 'north' : lat.toFixed(5)},${lng.toFixed(5)},${1000 + 37 * i}`;
  };
  return `id,name,lat,lng,turnover\n${Array.from({ length: 200 }, (_, i) => line(i)).join('\n')}\n`;
}

/** Sales of 40 rows around the demo capital as people send them: amounts with letters, an area in words, doubles, a place that is none, a sum. */
export function faultySheet() {
  const rows = Array.from({ length: 39 }, (_, i) => {
    const [lat, lng] = [-36.2 + ((i * 37) % 40) / 1000, -151.7 + ((i * 53) % 40) / 1000];
    return [`B${i + 1}`, `Bakery ${i + 1}`, lat.toFixed(5), lng.toFixed(5), String(300 + 17 * ((i * 29) % 31)), '120'];
  });
  rows[4][4] = '4OO';
  rows[9][5] = 'large';
  rows[14][4] = '520 est.';
  rows[20][2] = 'north';
  rows[26] = [...rows[25]];
  rows[32] = [...rows[31].slice(0, 4), '611', '120'];
  rows.push(['', 'Total', '', '', '21000', '']);
  return `id;name;lat;lng;Sales (k);Floor area\n${rows.map((row) => row.join(';')).join('\n')}\n`;
}
