import { keysShown } from './shortcuts.ts';

/** Keys of a shortcut, as they stand on the keyboard of the reader. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="keys row" aria-hidden>
      {keysShown(keys).map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
