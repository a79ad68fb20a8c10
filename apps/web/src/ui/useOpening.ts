import { useSearchParams } from 'wouter';

/** Whether the address asks to make something (`?new=key`), and how to ask and stop asking. */
export function useOpening(thing: string) {
  const [search, setSearch] = useSearchParams();
  return {
    isOpen: search.get('new') === thing,
    open: () => setSearch({ new: thing }),
    close: () => setSearch({}, { replace: true }),
  };
}
