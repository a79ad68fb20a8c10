import { type Tabled, useDeskTables } from './deskTables.ts';
import TableDrawer from './tableDrawer.tsx';

interface DrawerProps extends Tabled {
  readonly wanted: string;
  readonly onShow: (id: string | null) => void;
}

/** The drawer with the tables of map and answer. */
export default function Drawer({ layers, result, ...rest }: DrawerProps) {
  return <TableDrawer tables={useDeskTables(layers, result)} {...rest} />;
}
