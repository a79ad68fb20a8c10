import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';

/** One message, as plain text. */
export interface Mail {
  /** Number in the outbox. */
  readonly id: number;
  /** One e-mail address. */
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly createdAt: Date;
}

/** Hands messages over. */
export interface MailTransport {
  /** Throws where the message was not taken; MailRefused where repeating it would not help. */
  send(mail: Mail): Promise<void>;
}

/** The receiving server said no for good to the recipient or to the message. */
export class MailRefused extends Error {
  constructor(message: string, options: ErrorOptions) {
    super(message, options);
    this.name = 'MailRefused';
  }
}

export interface MailSettings {
  /** smtp://user:password@host:port or smtps://…; absent = messages are written to `folder`. */
  readonly smtpUrl: string | undefined;
  /** Address that messages come from, such as Hinterland <geo@example.com>. */
  readonly from: string;
  readonly folder: string;
  readonly log: Log;
}

const SMTP_TIMEOUT_MILLISECONDS = 10_000;

export function openMailTransport(settings: MailSettings): MailTransport {
  return settings.smtpUrl === undefined ? folderTransport(settings) : smtpTransport(settings.smtpUrl, settings.from);
}

/** The library is loaded with the first message, so that it does not hold up the start. */
const mailer = () => import('nodemailer');

function smtpTransport(url: string, from: string): MailTransport {
  const open = async () =>
    (await mailer()).createTransport({
      url,
      connectionTimeout: SMTP_TIMEOUT_MILLISECONDS,
      greetingTimeout: SMTP_TIMEOUT_MILLISECONDS,
      dnsTimeout: SMTP_TIMEOUT_MILLISECONDS,
      socketTimeout: 2 * SMTP_TIMEOUT_MILLISECONDS,
      ...TEXT_ONLY,
    });
  let smtp: ReturnType<typeof open> | undefined;
  return {
    async send(mail) {
      smtp ??= open();
      try {
        await (await smtp).sendMail(messageOf(mail, from));
      } catch (error) {
        if (isRefusal(error)) throw new MailRefused((error as Error).message, { cause: error });
        throw error;
      }
    },
  };
}

/** A refused login or sender is the operator's to repair: such messages wait. */
function isRefusal(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string };
  return responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
}

/** Without a mail server: one file per message, readable by the operator alone, and a line in the log that names it. */
function folderTransport({ from, folder, log }: MailSettings): MailTransport {
  return {
    async send(mail) {
      const { createTransport } = await mailer();
      const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...TEXT_ONLY });
      const { message } = await writer.sendMail(messageOf(mail, from));
      const name = `${mail.createdAt.toISOString().replaceAll(':', '-')}-${mail.id}.eml`;
      const path = join(folder, name);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${path}.part`, path);
      const { recipient, subject } = mail;
      log.info({ recipient, subject, file: path }, 'mail written to a file; set SMTP_URL to send it');
    },
  };
}

const TEXT_ONLY = { disableFileAccess: true, disableUrlAccess: true } as const;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** The same message for people: paragraphs, and the first line that is an address as a button with the words of the subject. */
function htmlOf(subject: string, body: string): string {
  let hasButton = false;
  const lines = body
    .trim()
    .split(/\n/)
    .map((line) => {
      if (!/^https?:\/\/\S+$/.test(line)) return escaped(line);
      const button = hasButton
        ? escaped(line)
        : `<span style="display:inline-block;margin:12px 0;padding:10px 18px;border-radius:6px;background:#085347;color:#fff">${escaped(subject)}</span>`;
      hasButton = true;
      return `<a href="${escaped(line)}" style="color:#085347;text-decoration:none">${button}</a>`;
    });
  const paragraphs = lines
    .join('\n')
    .split(/\n{2,}/)
    .map((one) => `<p>${one.replaceAll('\n', '<br>')}</p>`);
  return `<!doctype html><html><body style="font:16px/1.5 system-ui,sans-serif;color:#1d2521;max-width:36em"><p><strong style="color:#085347">Hinterland</strong></p>${paragraphs.join('')}</body></html>`;
}

/** The same Message-ID at every attempt, so that servers recognize duplicates. */
function messageOf({ id, recipient, subject, body, createdAt }: Mail, from: string) {
  const host = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    to: { name: '', address: recipient },
    subject,
    text: body,
    html: htmlOf(subject, body),
    date: createdAt,
    messageId: `<${createdAt.getTime()}.${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
