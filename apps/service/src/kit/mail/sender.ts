import { type Loop, openLoop } from '../background/loop.ts';
import { claimMail, type SendingSettings, sendMail } from './outbox.ts';

export interface MailSenderSettings extends SendingSettings {
  /** Interval of polling, for retries and for messages of crashed processes. */
  readonly everyMilliseconds: number;
}

/** Empties the outbox in the background, one message after the other. Any number of replicas may have one. */
export const openMailSender = ({ everyMilliseconds, ...settings }: MailSenderSettings): Loop =>
  openLoop({
    take: () => claimMail(settings.db, settings.clock),
    work: (mail) => sendMail(settings, mail),
    atOnce: 1,
    everyMilliseconds,
    onError: (error, mail) => settings.log.warn({ mail: mail?.id, err: error }, 'outbox of mail not emptied'),
  });
