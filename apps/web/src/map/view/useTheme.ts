import { useSyncExternalStore } from 'react';

const DARK = '(prefers-color-scheme: dark)';

function subscribe(changed: () => void): () => void {
  const device = matchMedia(DARK);
  const chosen = new MutationObserver(changed);
  device.addEventListener('change', changed);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    device.removeEventListener('change', changed);
    chosen.disconnect();
  };
}

function present(): 'day' | 'night' {
  const { theme } = document.documentElement.dataset;
  return (theme === undefined ? matchMedia(DARK).matches : theme === 'dark') ? 'night' : 'day';
}

/** The look of the map: as the reader chose it, else as the device has it. */
export const useTheme = (): 'day' | 'night' => useSyncExternalStore(subscribe, present);
