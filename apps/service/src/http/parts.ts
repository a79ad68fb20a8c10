import type { Nudge } from '../background/loop.ts';
import type { KeyGate } from '../keys/gate.ts';
import type { PaymentProvider } from '../orders/payment.ts';
import type { RunParts } from '../runs/parts.ts';
import type { SignIn } from '../signIn/signIn.ts';
import type { Pages } from '../surface/pages/pages.ts';
import type { Gates } from './gates.ts';
import type { Route } from './route.ts';

/** What the HTTP layer needs of the service. */
export interface HttpParts extends RunParts {
  /** Requests that have not been answered yet; aborting one gives it up. */
  readonly open: Set<AbortController>;
  /** Address that the service names itself by, without a slash at the end. */
  readonly baseUrl: () => string;
  /** True once the service has begun to stop. */
  readonly stopping: () => boolean;
  /** See Config. */
  readonly trustedProxies: number | readonly string[];
  readonly pages: Pages;
  readonly mailSender: Nudge;
  readonly signIn: SignIn;
  /** Takes the money for credits. */
  readonly payment: PaymentProvider;
  readonly gates: Gates & Pick<KeyGate, 'enter'>;
  /** Routes that are declared. */
  readonly routes: readonly Route[];
}
