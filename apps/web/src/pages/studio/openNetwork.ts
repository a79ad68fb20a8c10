import { type Question, type Spot, withPlan } from './question.ts';
import { PLACES_MAX } from './useArea.ts';

interface PlanState {
  readonly closed: ReadonlySet<string>;
  readonly opened: ReadonlySet<string>;
}

interface StoreOfResult {
  readonly id: string | number;
  readonly name?: string;
  readonly snapped: { readonly lat: number; readonly lng: number };
}

/** The question with the stores of its answer as places, where a dataset stood for them. */
export function withStores(question: Question, result: Readonly<Record<string, unknown>> | null): Question {
  const stores = result?.stores;
  if (question.places.length > 0 || !Array.isArray(stores)) return question;
  const places = stores.flatMap(({ id, name, snapped }: Partial<StoreOfResult>): Spot[] =>
    id === undefined || snapped === undefined ? [] : [{ id, name: name ?? '', lat: snapped.lat, lng: snapped.lng }],
  );
  return places.length === 0 ? question : { ...question, places };
}

/**
 * What is drawn of a network after some steps of a plan: the reach of the stores that are open, or, of a network with more stores than an
 * area takes, the reach of those that close.
 */
export function drawnNetwork(
  network: Question,
  plan: PlanState,
): { readonly question: Question; readonly isOfClosed: boolean } {
  const open = withPlan(network, plan);
  if (open.places.length <= PLACES_MAX || plan.closed.size === 0) return { question: open, isOfClosed: false };
  const closed = network.places.filter(({ id }) => plan.closed.has(String(id)));
  return { question: { ...network, places: closed }, isOfClosed: true };
}
