/** The account at Stripe that takes the payments. */
export interface StripeConfig {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Whether the key moves real money. */
  readonly live: boolean;
  /** Another address of the interface and of the checkout, for tests; null = those of Stripe. */
  readonly address: string | null;
}
