import { tellingOf } from '@hinterland/actions/tell';
import { makeWords } from '@hinterland/answers';
import { textsOf, translateOf } from '@hinterland/answers/texts';
import { type NewMail, oneLine } from '../../kit/mail/outbox.ts';
import type { SubscriptionRow } from './store.ts';

/** What a mail says of an answer of markets.changes. */
interface Told {
  readonly changes: readonly {
    readonly kind: 'opened' | 'closed' | 'moved' | 'renamed';
    readonly certainty: number;
    readonly name: string;
    readonly id: string;
    readonly sectorCode: string;
    readonly address: string;
  }[];
}

/** Changes that a mail lists; the page has all. */
const LISTED = 20;

/** To the maker of a subscription, in its language: the answer in a sentence, then the surest changes. */
export function changesMail(
  recipient: string,
  { name, language }: Pick<SubscriptionRow, 'name' | 'language'>,
  result: Told,
  baseUrl: string,
): NewMail {
  const words = makeWords(language, textsOf(language), translateOf(language));
  const { sentence } = tellingOf('markets.changes', result);
  const answer = sentence === null ? '' : `${words.title(sentence.figure)} ${words.tell(sentence.rest)}`;
  const { changes } = result;
  const lines = changes.slice(0, LISTED).map((change) => {
    const title = oneLine(change.name || change.address || change.id);
    const sector = words.tell({ sector: change.sectorCode, name: change.sectorCode });
    const place = change.address === '' || change.address === title ? '' : `, ${oneLine(change.address)}`;
    const certainty = words.tell({ figure: change.certainty, unit: 'share' });
    return `- ${words.say(`changes.${change.kind}`)}: ${title} (${sector}${place}), ${certainty}`;
  });
  const more = changes.length - lines.length;
  return {
    recipient,
    subject: words.say('mail.changes.subject', { name: oneLine(name) }),
    body: `${[
      answer,
      '',
      ...lines,
      ...(more > 0 ? [words.tell({ text: 'changes.more', with: { count: { figure: more, unit: 'stores' } } })] : []),
      '',
      words.say('changes.lists'),
      '',
      words.say('mail.changes.end', { address: `${baseUrl}/changes` }),
    ].join('\n')}\n`,
  };
}
