import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pendingRun } from './pendingRun.ts';
import { NotClicked, PricedClick } from './pricedClick.ts';
import { call } from './request.ts';
import { watch } from './watch.ts';

const home = '/web/v1/organizations/7';
const EXECUTE = `${home}/actions/analysis.people/execute`;
const run = (body: object, click?: PricedClick) =>
  call(EXECUTE, { method: 'POST', body, ...(click === undefined ? {} : { click }) });

describe('what is charged', () => {
  const sent = vi.fn(async () => new Response('{}'));
  beforeEach(() => vi.stubGlobal('fetch', sent));
  afterEach(() => {
    vi.unstubAllGlobals();
    sent.mockClear();
  });

  it('is not sent without a click on its price', async () => {
    await expect(run({ quotedCredits: 100 })).rejects.toThrow(NotClicked);
    // A price of which nothing is known is no free one.
    await expect(run({ quotedCredits: null })).rejects.toThrow(NotClicked);
    await expect(run({ quotedCredits: '0' })).rejects.toThrow(NotClicked);
    await expect(call(`${home}/conversations/a/cards/b/run`, { method: 'POST', body: {} })).rejects.toThrow(NotClicked);
    const looked = watch(
      '/organizations/7/actions/analysis.people/execute' as never,
      {
        method: 'POST',
        body: { quotedCredits: 100 },
      } as never,
      () => {},
    );
    await expect(looked).rejects.toThrow(NotClicked);
    expect(sent).not.toHaveBeenCalled();
  });

  it('is sent with the click once, at the price that it was on', async () => {
    const click = new PricedClick(100);
    await expect(run({ quotedCredits: 120 }, click)).rejects.toThrow('The click was on 100 credits, not on 120.');
    await run({ quotedCredits: 100 }, click);
    await expect(run({ quotedCredits: 100 }, click)).rejects.toThrow(NotClicked);
    const offered = new PricedClick(20);
    await call(`${home}/conversations/a/cards/b/run`, { method: 'POST', body: {}, click: offered });
    await expect(run({ quotedCredits: 20 }, offered)).rejects.toThrow(NotClicked);
    expect(sent).toHaveBeenCalledTimes(2);
  });

  it('has no click where no press of a person is being handled', async () => {
    const listeners = new Map<string, (event: { isTrusted: boolean }) => void>();
    vi.stubGlobal('document', { addEventListener: listeners.set.bind(listeners) });
    vi.resetModules();
    const { PricedClick: OfPage } = await import('./pricedClick.ts');
    expect(() => new OfPage(100)).toThrow('Nobody has pressed a button.');
    for (const type of ['pointerup', 'keydown', 'keyup', 'click']) {
      listeners.get(type)!({ isTrusted: false });
      expect(() => new OfPage(100)).toThrow('Nobody has pressed a button.');
      listeners.get(type)!({ isTrusted: true });
      expect(new OfPage(100).credits).toBe(100);
      await new Promise((done) => setTimeout(done));
      expect(() => new OfPage(100)).toThrow('Nobody has pressed a button.');
    }
  });

  it('is not what is free, or a quote', async () => {
    await run({ quotedCredits: 0 });
    await run({});
    await call(`${home}/actions/analysis.people/quote`, { method: 'POST', body: {} });
    await call(`${home}/conversations/a/cards/b/decline`, { method: 'POST', body: {} });
    expect(sent).toHaveBeenCalledTimes(4);
  });
});

describe('a run that waits for credits', () => {
  afterEach(() => vi.unstubAllGlobals());
  const keeping = (kept: object) =>
    vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify(kept), setItem: () => {}, removeItem: () => {} });

  it('is that of the organization that asked it; one that an earlier version of the app kept is none', () => {
    const kept = { path: '/organizations/7', code: 'abcdefghijkl', actionId: 'analysis.people', input: {} } as const;
    keeping(kept);
    expect(pendingRun('/organizations/7')).toEqual(kept);
    expect(pendingRun('/organizations/8')).toBeNull();
    keeping({
      address: '/a/abcdefghijkl?version=1',
      actionId: 'analysis.people',
      input: {},
      quotedCredits: 1,
      goesOn: true,
    });
    expect(pendingRun('/organizations/7')).toBeNull();
  });
});
