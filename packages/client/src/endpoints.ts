import type { Schemas } from './interface.ts';
import type { Transport } from './transport.ts';

const PATH = '/api/v1/webhooks';

/** Webhook endpoints: where events of your jobs and analyses are sent. Receivers check them with `verifyWebhook`. */
export class Webhooks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Your endpoints. */
  async list(): Promise<Schemas['WebhookList']['data']> {
    return (await this.#transport.call<Schemas['WebhookList']>({ method: 'GET', path: PATH })).body.data;
  }

  /** The answer holds the secret that deliveries are signed with; it is not shown again. */
  create(endpoint: Schemas['NewWebhook']): Promise<Schemas['WebhookWithSecret']> {
    return this.#send('POST', PATH, endpoint);
  }

  async delete(id: number): Promise<void> {
    await this.#send('DELETE', `${PATH}/${id}`);
  }

  /** Takes an endpoint back that was disabled after repeated failures. */
  enable(id: number): Promise<Schemas['Webhook']> {
    return this.#send('POST', `${PATH}/${id}/enable`);
  }

  /** A new secret, shown once. */
  rotateSecret(id: number): Promise<Schemas['WebhookWithSecret']> {
    return this.#send('POST', `${PATH}/${id}/rotate-secret`);
  }

  /** Sends a test event. */
  ping(id: number): Promise<Schemas['Delivery']> {
    return this.#send('POST', `${PATH}/${id}/ping`);
  }

  /** The last deliveries, newest first; 50 where `limit` is absent, 200 at most. */
  async deliveries(id: number, query: { readonly limit?: number } = {}): Promise<Schemas['DeliveryList']['data']> {
    const path = `${PATH}/${id}/deliveries`;
    return (await this.#transport.call<Schemas['DeliveryList']>({ method: 'GET', path, query })).body.data;
  }

  async #send<T>(method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
    return (await this.#transport.call<T>({ method, path, body, repeatable: false })).body;
  }
}
