import { accountShots } from './account.mjs';
import { analysisShots } from './analyses.mjs';
import { drawn } from './answers.mjs';
import { assistantShots } from './assistant.mjs';
import { creditShots } from './credits.mjs';
import { datasetShots } from './datasets.mjs';
import { storeShots } from './stores.mjs';
import { studioShots } from './studio.mjs';

/**
 * Every page of the web app and its states: a name, the address, `before` that prepares the page, `after` that does something on it, `each`
 * that does so in each look, and `leave` that undoes it. They need the identifiers of a filled organization, the ids of the actions that
 * are charged, and the cookie of the session.
 */
export function states({ organization, charged, session, ...filled }) {
  const about = {
    ...filled,
    own: `**/web/v1/organizations/${organization}`,
    session: {
      leaveSession: (page) => page.context().clearCookies(),
      returnToSession: (page) => page.context().addCookies([session]),
    },
  };
  return [
    ...accountShots(about),
    ...creditShots(about),
    ...datasetShots(about),
    ...analysisShots(about),
    ...storeShots(about),
    ...assistantShots(drawn),
    ...studioShots(charged),
  ];
}
