import { Table2 } from 'lucide-react';
import { useText } from '../../../text/index.ts';
import { Button } from '../../../ui/button.tsx';
import { look, useLooked } from '../useLooked.ts';

/** Names no table: the first one is shown then. */
const FIRST = 'first';

/** The table that the address names, and a way to name another, or none. */
export function useShownTable(): readonly [wanted: string | null, show: (id: string | null) => void] {
  const wanted = useLooked().get('table');
  return [
    wanted,
    (id) =>
      look((before) => {
        const next = new URLSearchParams(before);
        if (id === null) next.delete('table');
        else next.set('table', id);
        return next;
      }),
  ];
}

/** The button on the map that opens the drawer. */
export function OpenTable({ onShow }: { readonly onShow: (id: string) => void }) {
  const { say } = useText();
  return (
    <div className="twin-closed">
      <Button icon={<Table2 size={16} aria-hidden />} onPress={() => onShow(FIRST)}>
        {say('studio.twin.open')}
      </Button>
    </div>
  );
}
