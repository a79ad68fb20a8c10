import type { Data, Me } from '@hinterland/contract';
import { spenderOf } from '../credits/spender.ts';
import { creditSummary } from '../credits/summary.ts';
import type { Generation } from '../engine/territories.ts';
import { invalid } from '../json.ts';
import { type Answer, json } from './answer.ts';
import type { Exchange } from './exchange.ts';
import type { HttpParts } from './parts.ts';

/** GET /api/v1/me */
export async function getMe({ db, clock }: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('read');
  const { credits, key } = await creditSummary(db, clock, spenderOf(caller));
  const me: Me = {
    user: caller.user,
    organization: { ...caller.organization, role: caller.role },
    team: caller.team,
    key: {
      id: caller.key.id,
      name: caller.key.name,
      prefix: caller.key.prefix,
      scopes: [...caller.key.scopes],
      monthlyCap: key.monthlyCap,
      monthlyUsage: key.monthlyUsage,
      createdAt: caller.key.createdAt.toISOString(),
      lastUsedAt: caller.key.lastUsedAt?.toISOString() ?? null,
    },
    credits,
  };
  return json(me);
}

/** GET /api/v1/credits */
export async function getCredits({ db, clock }: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('read');
  return json((await creditSummary(db, clock, spenderOf(caller))).credits);
}

/** GET /api/v1/data */
export async function getData({ engine }: HttpParts, exchange: Exchange): Promise<Answer> {
  await exchange.admit('read');
  return json(dataVersions(engine.territories.current, exchange.query('territory')));
}

/**
 * Versions by family. With several territories and none chosen, a family on which they differ lists all of its versions
 * as "id version, id version".
 */
function dataVersions(installed: readonly Generation[], chosen: string | undefined): Data {
  const meant =
    chosen === undefined ? installed : installed.filter(({ territory }) => territory.manifest.id === chosen);
  if (chosen !== undefined && meant.length === 0) {
    const ids = installed.map(({ territory }) => territory.manifest.id).join(', ');
    throw invalid('#/territory', `There is no territory of that id. Installed are: ${ids}.`);
  }
  const data: Data = {};
  for (const family of ['territory', 'sociodemo', 'realestate', 'players'] as const) {
    const versions = meant.flatMap(({ territory }) => {
      const version = territory.dataVersion[family];
      return version === undefined ? [] : [{ id: territory.manifest.id, version }];
    });
    const distinct = [...new Set(versions.map(({ version }) => version))];
    if (distinct.length === 1) data[family] = distinct[0];
    else if (distinct.length > 1) data[family] = versions.map(({ id, version }) => `${id} ${version}`).join(', ');
  }
  return data;
}
