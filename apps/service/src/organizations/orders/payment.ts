import type { Clock, Db } from '../../kit/db/database.ts';
import { queueMail } from '../../kit/mail/outbox.ts';
import { orderPlacedMail } from './mails.ts';
import type { OrderRow } from './order.ts';

/**
 * A provider of payments. `begin` is called once an order is stored; if it throws, the order is cancelled and the
 * buyer gets an error. When the money has arrived, the provider's notice leads to `confirmOrder` with the number of
 * the order, any number of times: credits are added once.
 */
export interface PaymentProvider {
  /** Stored with each order. */
  readonly name: string;
  /** Returns the address at which the buyer pays, or null. The order's number identifies the payment. */
  begin(order: OrderRow): Promise<Begun>;
  /** Ends a payment that was not made yet; absent where nothing has to be ended. Returns false where the money is on its way. */
  withdraw?(order: OrderRow): Promise<boolean>;
  /** Returns the address of the receipt of a payment, or null. */
  receiptOf?(order: OrderRow): Promise<string | null>;
}

export interface Begun {
  readonly paymentUrl: string | null;
  /** The provider's name of the payment to be made. */
  readonly checkout?: string;
}

export interface OperatorPaymentSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly operatorMail: string | undefined;
  readonly baseUrl: () => string;
}

/** The operator sends an invoice in their own way and confirms with `hinterland admin orders confirm`. */
export function paymentByOperator({ db, clock, operatorMail, baseUrl }: OperatorPaymentSettings): PaymentProvider {
  return {
    name: 'operator',
    async begin(order) {
      if (operatorMail !== undefined) await queueMail(db, clock, orderPlacedMail(operatorMail, order, baseUrl()));
      return { paymentUrl: null };
    },
  };
}
