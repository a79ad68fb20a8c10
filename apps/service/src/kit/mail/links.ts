import { said } from '@hinterland/answers/said';
import { ProblemError } from '../problem.ts';

/**
 * The address of a page that a link in a mail leads to. Tokens stand behind #, which browsers do not send: they come into
 * no log and no Referer.
 */
export const link = (baseUrl: string, page: string, token: string): string =>
  `${baseUrl}/${page}#token=${encodeURIComponent(token)}`;

/** A link that is unknown, used, revoked, expired or for somebody else: all alike. */
export const linkNotValid = () => new ProblemError('link_not_valid', said('link_used'));
