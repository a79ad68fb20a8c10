import type { ReactNode } from 'react';
import type { OrganizationPath } from '../api/address.ts';
import type { Problem } from '../api/queries.ts';
import { type TextKey, useText } from '../text/index.ts';
import { useFormat } from '../ui/format.ts';
import { Buyers } from './buyers.tsx';

interface InsufficientProps {
  /** Of the problem insufficient_credits. */
  readonly body: Problem['body'];
  /** Of the organization. */
  readonly path: OrganizationPath;
  /** Whether the reader may buy credits. */
  readonly billing: boolean;
  /** Leads to buying the whole credits that are missing. */
  readonly buy: (missingCredits: number) => ReactNode;
}

/** The limit that a run would exceed, and who can raise it. */
export function Insufficient({ body, path, billing, buy }: InsufficientProps) {
  const { say } = useText();
  const { number, day } = useFormat();
  const {
    blockedBy: cause = 'organization_balance',
    requiredCredits: required = 0,
    availableCredits: available = 0,
    limit = 0,
    used = 0,
    resetsAt,
  } = body as {
    readonly blockedBy?: string;
    readonly requiredCredits?: number;
    readonly availableCredits?: number;
    readonly limit?: number;
    readonly used?: number;
    readonly resetsAt?: string;
  };
  return (
    <>
      <p>
        {say(`studio.run.blocked.${cause}` as TextKey, {
          required: number(required),
          available: number(available),
          limit: number(limit),
          used: number(used),
          day: resetsAt === undefined ? '' : day(resetsAt),
        })}
      </p>
      {cause !== 'organization_balance' ? (
        <p>{say(`studio.run.raise.${cause}` as TextKey)}</p>
      ) : billing ? (
        <p>{buy(Math.ceil(required - available))}</p>
      ) : (
        <Buyers path={path} />
      )}
    </>
  );
}
