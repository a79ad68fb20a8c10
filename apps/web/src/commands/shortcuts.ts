import type { Command } from './command.ts';

/** Time within which the second key of a sequence must follow. */
const SEQUENCE_MILLISECONDS = 1200;

/**
 * Finds the command that keys pressed so far name. Keys typed into a field never count, except with Control or Command.
 * Returns a listener for `keydown`.
 */
export function shortcutListener(commandsNow: () => readonly Command[], perform: (command: Command) => void) {
  let first: { key: string; at: number } | null = null;
  return (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey) return;
    const withModifier = event.ctrlKey || event.metaKey;
    if (!withModifier && isTyping(event.target)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const sequence =
      first !== null && event.timeStamp - first.at < SEQUENCE_MILLISECONDS ? `${first.key} ${key}` : null;
    const wanted = withModifier ? [`mod+${key}`] : sequence === null ? [key] : [sequence, key];
    const command = wanted
      .map((keys) => commandsNow().find((candidate) => candidate.keys === keys))
      .find((found) => found !== undefined);
    first = command === undefined && !withModifier ? { key, at: event.timeStamp } : null;
    if (command === undefined) return;
    event.preventDefault();
    perform(command);
  };
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[role=dialog],[role=listbox],[role=menu]') !== null
  );
}

/** Keys as people read them: "G then K", "Ctrl K". */
export function keysShown(keys: string): string[] {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  if (keys.startsWith('mod+')) return [isMac ? '⌘' : 'Ctrl', keys.slice(4).toUpperCase()];
  return keys.split(' ').map((key) => key.toUpperCase());
}
