import { useContext, useEffect } from 'react';
import { ComboBoxStateContext } from 'react-aria-components';

/**
 * Within a combobox: opens its list when what was typed is answered, also where the list was closed or empty by then. `answered` is another
 * value for each answer, and undefined before the first. A choice that was made keeps the list closed.
 */
export function OpenWhenItComes({ answered }: { answered: unknown }) {
  const state = useContext(ComboBoxStateContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens with an answer, and stays closed where the reader closes it.
  useEffect(() => {
    if (state === null || answered === undefined || state.isOpen || !state.isFocused) return;
    if (state.inputValue.trim() !== '' && state.selectedKey === null) state.open(null, 'input');
  }, [answered]);
  return null;
}
