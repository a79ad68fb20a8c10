import { type NewMail, oneLine } from '../../../kit/mail/outbox.ts';
import { BYTES, CREDITS, FREE_BYTES, NOTICE_DAYS, SUSPENDED_DAYS } from './terms.ts';

const PAY =
  'Once the available balance covers it, the datasets can be used again with the next request: buy credits in\nthe web app, or ask someone with billing rights.';

export const suspendedMail = (
  recipient: string,
  { name, month, credits }: { name: string; month: string; credits: number },
): NewMail => ({
  recipient,
  subject: `Datasets of ${oneLine(name)} are suspended`,
  body: `Storing the datasets of ${oneLine(name)} cost ${credits} credits in ${month.slice(0, 7)}. The available balance does not cover it, so the
datasets are suspended: they cannot be uploaded, worked on, or read by actions. Nothing was deleted.

${PAY}

Datasets that are suspended for ${SUSPENDED_DAYS} days are deleted. A mail announces that ${NOTICE_DAYS} days before.
`,
});

export const noticeMail = (recipient: string, { name, deletion }: { name: string; deletion: Date }): NewMail => ({
  recipient,
  subject: `Datasets of ${oneLine(name)} will be deleted on ${deletion.toISOString().slice(0, 10)}`,
  body: `The datasets of ${oneLine(name)} have been suspended for unpaid storage, and will be deleted on ${deletion.toISOString().slice(0, 10)}.

${PAY}
`,
});

export const deletedMail = (recipient: string, { name }: { name: string }): NewMail => ({
  recipient,
  subject: `Datasets of ${oneLine(name)} were deleted`,
  body: `The datasets of ${oneLine(name)} were suspended for unpaid storage for ${SUSPENDED_DAYS} days, and have been deleted. The amount due for
them is not charged any more. New datasets can be uploaded.
`,
});

export const nearlyFullMail = (recipient: string, { name, bytes }: { name: string; bytes: number }): NewMail => ({
  recipient,
  subject: `The free storage of ${oneLine(name)} is nearly used`,
  body: `The datasets of ${oneLine(name)} take up ${(bytes / 1_000_000).toFixed(1)} of ${FREE_BYTES / 1_000_000} MB that are free. Beyond them storage costs
${CREDITS} credits a month per ${BYTES / 1_000_000} MB, on the average of the month. Datasets that are no longer needed can be deleted in
the web app.
`,
});

export const notCoveredMail = (
  recipient: string,
  { name, credits, day }: { name: string; credits: number; day: string },
): NewMail => ({
  recipient,
  subject: `The credits of ${oneLine(name)} will not cover its storage on ${day}`,
  body: `On ${day} the storage of the datasets of ${oneLine(name)} will be charged: ${credits} credits, if nothing is added or deleted
until then. The available balance does not cover that.

Buy credits in the web app, ask someone with billing rights, or delete datasets that are no longer needed. Datasets of
which the storage is not paid are suspended; nothing is deleted for ${SUSPENDED_DAYS} days.
`,
});
