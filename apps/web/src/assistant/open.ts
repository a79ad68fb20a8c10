import { useSyncExternalStore } from 'react';

/** What of the assistant this tab has open; a reload finds it again. */
interface Open {
  readonly isOpen: boolean;
  /** The conversation by the id of its organization; none is a new one. */
  readonly conversations: Readonly<Record<string, string | undefined>>;
}

const KEY = 'hinterland.assistant';
const CLOSED: Open = { isOpen: false, conversations: {} };
/** What was asked elsewhere, and waits for the panel; a reload forgets it. */
let waiting: string | null = null;
const listeners = new Set<() => void>();
let now: Open = stored();

function stored(): Open {
  try {
    return { ...CLOSED, ...(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Open>) };
  } catch {
    return CLOSED;
  }
}

function change(next: Open): void {
  now = next;
  sessionStorage.setItem(KEY, JSON.stringify(now));
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useOpenAssistant = (): Open => useSyncExternalStore(subscribe, () => now);

export function toggleAssistant(): void {
  waiting = null;
  change({ ...now, isOpen: !now.isOpen });
}

/** Opens the assistant with a question, which its conversation asks as soon as it can. */
export function askAssistant(text: string): void {
  waiting = text;
  change({ ...now, isOpen: true });
}

export const useWaitingQuestion = (): string | null => useSyncExternalStore(subscribe, () => waiting);

/** Takes the question that waits: it is asked once. */
export function takeQuestion(): string {
  const taken = waiting ?? '';
  waiting = null;
  change(now);
  return taken;
}

/** Opens a conversation of an organization; null begins a new one with its first question. */
export const openConversation = (organizationId: string, id: string | null): void =>
  change({ ...now, conversations: { ...now.conversations, [organizationId]: id ?? undefined } });
