import type { OrganizationPath } from './address.ts';

/**
 * A run that was refused for want of credits. The window keeps it while they are bought, on a page of another site, too; it waits for a click
 * and does nothing by itself.
 */
export interface PendingRun {
  /** Of the organization that pays. */
  readonly path: OrganizationPath;
  /** Of the analysis that keeps it. */
  readonly code: string;
  readonly actionId: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const KEY = 'hinterland.pendingRun';

/** Keeps a run; one that is larger than what a window can keep is asked again by hand. */
export function keepRun(run: PendingRun): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(run));
  } catch {
    sessionStorage.removeItem(KEY);
  }
}

/** The run that waits for credits of an organization; null for none. */
export function pendingRun(path: OrganizationPath): PendingRun | null {
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as PendingRun | null;
  return kept?.path === path && kept.code !== undefined ? kept : null;
}

/** Forgets a run that was answered. */
export function forgetRun({ actionId, input }: Pick<PendingRun, 'actionId' | 'input'>): void {
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as PendingRun | null;
  if (kept?.actionId === actionId && JSON.stringify(kept.input) === JSON.stringify(input))
    sessionStorage.removeItem(KEY);
}
