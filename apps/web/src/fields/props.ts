import { createContext, type ReactNode, useContext } from 'react';
import type { OrganizationPath } from '../api/address.ts';
import type { Schema } from './schema.ts';

/** What every control of a field gets. */
export interface ControlProps {
  readonly label: string;
  /** The description in the schema. */
  readonly help: string | undefined;
  readonly schema: Schema;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error: ReactNode;
}

interface Surroundings {
  /** Path of the organization below /web/v1. */
  readonly path: OrganizationPath;
  /** Id of the territory of the map. */
  readonly territory: string;
  /** West, south, east and north of the map. */
  readonly bounds: readonly number[];
  /** The places asked about, as the input has them: a list, or the rows of a dataset. */
  readonly asked?: unknown;
}

const Context = createContext<Surroundings | null>(null);
export const FieldSurroundings = Context.Provider;

/** Where values are looked up. */
export function useSurroundings(): Surroundings {
  const found = useContext(Context);
  if (found === null) throw new Error('The fields have no surroundings.');
  return found;
}
