import type { Kit } from '../kit/kit.ts';
import { AddressLimiter } from '../kit/rates/addressLimiter.ts';
import type { Runner } from '../kit/who.ts';
import { fillAccount } from './credits/house.ts';
import { spenderOf } from './credits/spender.ts';
import { startingCredits } from './credits/startingCredits.ts';
import { creditSummary } from './credits/summary.ts';
import { makeInvitations } from './identity/invitations.ts';
import { makeMembers } from './identity/members.ts';
import { makeOrganizations, type OrganizationSettings } from './identity/organizations.ts';
import { makeTeams } from './identity/teams.ts';
import { makeKeyGate } from './keys/gate.ts';
import { makeKeys } from './keys/service.ts';
import { type PaymentProvider, paymentByOperator } from './orders/payment.ts';
import { makeOrders } from './orders/service.ts';
import { openCardPayments } from './orders/stripe/payments.ts';
import type { StripeConfig } from './orders/stripe/settings.ts';
import type { PriceList } from './prices.ts';
import { makeDevices } from './signIn/devices.ts';
import { makeSessionGate } from './signIn/gate.ts';
import { makeGuesses } from './signIn/guesses.ts';
import { openLibrary } from './signIn/library.ts';
import type { PasswordCost } from './signIn/passwords.ts';
import { makeProviderSignIn } from './signIn/provider/service.ts';
import type { OidcConfig } from './signIn/provider/settings.ts';
import { makeSecondFactors } from './signIn/secondFactor.ts';
import { makeSessions } from './signIn/sessions.ts';
import { makeSignIn } from './signIn/signIn.ts';
import { makeSignUpProofs } from './signIn/signUpProofs.ts';

export interface OrganizationWingSettings extends Pick<OrganizationSettings, 'jobsOfDeleted'> {
  /** Credits that the first organization of a verified address begins with. */
  readonly startingCredits: number;
  readonly prices: PriceList | null;
  readonly stripe: StripeConfig | null;
  /** In place of the provider that the settings name. */
  readonly payment: PaymentProvider | undefined;
  readonly passwordCost: PasswordCost;
  /** The identity provider of an organization; null where there is none. */
  readonly oidc: OidcConfig | null;
}

/** Who organizations and their people are, how they sign in, and what they pay. */
export function openOrganizations(kit: Kit, settings: OrganizationWingSettings) {
  const { db, clock, attempts, baseUrl, counts } = kit;
  const { jobsOfDeleted, prices } = settings;
  const card = openCardPayments(settings, kit);
  const library = openLibrary({ ...kit, passwordCost: settings.passwordCost });
  const proofs = makeSignUpProofs(db, baseUrl);
  const { oidc } = settings;
  const signIn = makeSignIn({ ...kit, library, proofs, oidc });
  const payment = settings.payment ?? card?.provider ?? paymentByOperator(kit);
  const startAccount = kit.house ? fillAccount(clock) : startingCredits(clock, settings.startingCredits);
  const keyGate = makeKeyGate({ ...kit, addresses: new AddressLimiter(() => performance.now()) });
  return {
    signIn,
    provider: makeProviderSignIn({ ...kit, signIn, config: oidc }),
    proofs,
    sessions: makeSessions(db),
    guesses: makeGuesses(attempts, makeDevices(db, baseUrl)),
    secondFactors: makeSecondFactors({ ...kit, library }),
    organizations: makeOrganizations({ ...kit, jobsOfDeleted, startAccount }),
    members: makeMembers(db, clock),
    invitations: makeInvitations(kit),
    teams: makeTeams(db, clock),
    keys: makeKeys(db, clock),
    keyGate,
    gates: { ...keyGate, ...makeSessionGate({ db, signIn, baseUrl, counts }) },
    orders: makeOrders({ ...kit, payment, prices }),
    credits: async (caller: Runner) => (await creditSummary(db, clock, spenderOf(caller))).credits,
    checkoutOrigin: card?.checkoutOrigin ?? null,
    routes: card?.routes ?? [],
    askAboutOpenOrders: card?.askAboutOpenOrders ?? null,
  };
}
