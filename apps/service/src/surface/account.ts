import { credits, data, type Me, me } from '@hinterland/contract';
import { familyVersions } from '../engine/familyVersions.ts';
import type { Generation } from '../engine/territoriesInForce.ts';
import type { Clock, Db } from '../kit/db/database.ts';
import { text } from '../kit/http/parameters.ts';
import { type Route, route } from '../kit/http/route.ts';
import { invalid } from '../kit/json.ts';
import type { Caller } from '../kit/who.ts';
import { spenderOf } from '../organizations/credits/spender.ts';
import { creditSummary } from '../organizations/credits/summary.ts';

interface AccountSettings {
  readonly db: Db;
  readonly clock: Clock;
  /** Territories in force. */
  readonly territories: () => readonly Generation[];
}

/** Routes of the caller, the credits that can be spent, and the data in force. */
export const accountRoutes = (settings: AccountSettings): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/me',
    access: 'key',
    scope: 'read',
    returns: me,
    operation: {
      id: 'getMe',
      tag: 'account',
      summary: 'The user, organization, team and key of the call',
      example: { answer: ME },
    },
    handle: ({ caller }) => describe(settings, caller),
  }),
  route({
    method: 'GET',
    path: '/api/v1/credits',
    access: 'key',
    scope: 'read',
    returns: credits,
    operation: {
      id: 'getCredits',
      tag: 'account',
      summary: 'Balance, reserved credits and monthly limits',
      example: { answer: CREDITS },
    },
    handle: async ({ caller }) => (await creditSummary(settings.db, settings.clock, spenderOf(caller))).credits,
  }),
  route({
    method: 'GET',
    path: '/api/v1/data',
    access: 'key',
    scope: 'read',
    query: { territory: text('Id of one territory, where several are installed') },
    returns: data,
    operation: {
      id: 'getData',
      tag: 'account',
      summary: 'Data versions available now',
      example: { answer: { territory: '2026-10', sociodemo: '2021.3' } },
    },
    handle: ({ query }) => familyVersions(chosen(settings.territories(), query.territory)),
  }),
];

async function describe({ db, clock }: AccountSettings, caller: Caller): Promise<Me> {
  const summary = await creditSummary(db, clock, spenderOf(caller));
  const { id, name, prefix, scopes, createdAt, lastUsedAt } = caller.key;
  return {
    user: caller.user,
    organization: { ...caller.organization, role: caller.role },
    team: caller.team,
    key: {
      id,
      name,
      prefix,
      scopes: [...scopes],
      monthlyCap: summary.key.monthlyCap,
      monthlyUsage: summary.key.monthlyUsage,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    },
    credits: summary.credits,
  };
}

/** The territory of that id, or all where none is named. Throws validation_error for an unknown one. */
function chosen(installed: readonly Generation[], id: string | undefined): readonly Generation[] {
  if (id === undefined) return installed;
  const meant = installed.filter(({ territory }) => territory.manifest.id === id);
  if (meant.length > 0) return meant;
  const ids = installed.map(({ territory }) => territory.manifest.id).join(', ');
  throw invalid('#/territory', `There is no territory of that id. Installed are: ${ids}.`);
}

// Examples of the OpenAPI document.

const CREDITS = {
  balance: 1000,
  reserved: 40,
  available: 960,
  month: '2026-11',
  resetsAt: '2026-12-01T00:00:00.000Z',
  team: { limit: 500, used: 120, reserved: 40, remaining: 340 },
  user: { limit: null, used: 120, reserved: 40, remaining: null },
};

const ME = {
  user: { id: 12, name: 'Ann', email: 'ann@example.com' },
  organization: { id: 3, name: 'Acme', role: 'owner' },
  team: { id: 7, name: 'Retail' },
  key: {
    id: 41,
    name: 'CI',
    prefix: 'hl_live_a1b2c3d4',
    scopes: ['read', 'run'],
    monthlyCap: 500,
    monthlyUsage: 120,
    createdAt: '2026-11-01T09:00:00.000Z',
    lastUsedAt: '2026-11-21T10:00:00.000Z',
  },
  credits: CREDITS,
};
