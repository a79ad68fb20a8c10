/** A run that was refused for want of credits. The window keeps it while they are bought, on a page of another site, too. */
export interface PendingRun {
  /** Path and query of the page that asks it. */
  readonly address: string;
  readonly actionId: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly quotedCredits: number;
  /** Whether its reader has said, after the purchase, that it shall go on. */
  readonly goesOn: boolean;
}

const KEY = 'hinterland.pendingRun';

export const keepRun = (run: PendingRun): void => sessionStorage.setItem(KEY, JSON.stringify(run));

export function pendingRun(): PendingRun | null {
  const kept = sessionStorage.getItem(KEY);
  return kept === null ? null : (JSON.parse(kept) as PendingRun);
}

/** Forgets a run that was asked again by hand, and answered. */
export function forgetRun({ actionId, input }: Pick<PendingRun, 'actionId' | 'input'>): void {
  const kept = pendingRun();
  if (kept?.actionId === actionId && JSON.stringify(kept.input) === JSON.stringify(input))
    sessionStorage.removeItem(KEY);
}

/** Returns whether a run is the one that shall go on, and forgets it then: it goes on once. */
export function takeRun(run: Pick<PendingRun, 'actionId' | 'input' | 'quotedCredits'>): boolean {
  const kept = pendingRun();
  if (kept === null || !kept.goesOn) return false;
  const isSame =
    kept.actionId === run.actionId &&
    kept.quotedCredits === run.quotedCredits &&
    JSON.stringify(kept.input) === JSON.stringify(run.input);
  if (isSame) sessionStorage.removeItem(KEY);
  return isSame;
}
