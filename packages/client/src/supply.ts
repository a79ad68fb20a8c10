import type { Schemas } from './interface.ts';
import type { Transport } from './transport.ts';

const PATH = '/api/v1/supply/subscriptions';

/** Changes of stores that your organization is told of: the event supply.changed, and mails. */
export class Supply {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The latest first. */
  async list(): Promise<Schemas['SupplySubscriptionList']> {
    return (await this.#transport.call<Schemas['SupplySubscriptionList']>({ method: 'GET', path: PATH })).body;
  }

  /** Told from the list of stores in force on; `question` is that of markets.changes without `since`. */
  async subscribe(subscription: Schemas['NewSupplySubscription']): Promise<Schemas['SupplySubscription']> {
    const sent = { method: 'POST', path: PATH, body: subscription } as const;
    return (await this.#transport.call<Schemas['SupplySubscription']>(sent)).body;
  }

  async unsubscribe(id: number): Promise<Schemas['SupplySubscription']> {
    const sent = { method: 'DELETE', path: `${PATH}/${id}` } as const;
    return (await this.#transport.call<Schemas['SupplySubscription']>(sent)).body;
  }
}
