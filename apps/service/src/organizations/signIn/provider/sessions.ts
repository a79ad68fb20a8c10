import { z } from 'zod';

/** A session that a provider has vouched for ends after a working day, whatever it is used for: then the provider is asked again. */
const PROVIDER_SESSION_SECONDS = 12 * 3600;

/** Column of the session table by which they end. */
export const providerSessionFields = {
  endsAt: { type: 'date', required: false, input: false, fieldName: 'ends_at' },
} as const;

/** The part of the sign-in library that begins a session for a user whom the provider has vouched for. */
export async function providerSessions() {
  const { createAuthEndpoint } = await import('better-auth/api');
  const { setSessionCookie } = await import('better-auth/cookies');
  return {
    id: 'provider',
    endpoints: {
      beginProviderSession: createAuthEndpoint(
        '/sign-in/provider',
        {
          method: 'POST',
          body: z.object({ userId: z.string() }),
          requireHeaders: true,
          metadata: { SERVER_ONLY: true },
        },
        async (context) => {
          const { internalAdapter } = context.context;
          const user = await internalAdapter.findUserById(context.body.userId);
          if (user === null) throw new Error('The user of a provider is gone.');
          const endsAt = new Date(Date.now() + PROVIDER_SESSION_SECONDS * 1000);
          const session = await internalAdapter.createSession(user.id, false, { endsAt });
          await setSessionCookie(context, { session, user });
          return context.json({ begun: true });
        },
      ),
    },
  } as const;
}
