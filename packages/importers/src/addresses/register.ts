import { z } from 'zod';
import type { AddressPoint, PoleSource } from '../inputs/poles.ts';
import type { HouseNumberStyle } from '../osm/houseNumber.ts';
import type { SubjectCounter } from '../report/subjectCounter.ts';
import { baseName, type SourceContext } from '../source/context.ts';
import { type SourceEntry, type SourceKind, sourceKind } from '../source/kind.ts';
import { numberStyleOf } from './countries.ts';

const beyondMap = z
  .boolean()
  .default(false)
  .describe('true: the source is as complete outside the map, so that units cut by its edge are split by addresses');

/** Everything that a register may need besides its entry. */
export interface RegisterContext extends SourceContext {
  readonly numberStyle: HouseNumberStyle;
  readonly counter: SubjectCounter;
}

interface AddressRegister<F extends string, S extends z.ZodRawShape> {
  readonly from: F;
  readonly says: string;
  /** Keys of its entry besides `from` and `beyondMap`. */
  readonly schema: S;
  /** How the report names it, where it is not one file. */
  readonly name?: string;
  /** Hands over every address; rows that are none are counted as dropped. */
  read(
    entry: SourceEntry<S & { beyondMap: typeof beyondMap }>,
    context: RegisterContext,
    push: (address: AddressPoint) => void,
  ): Promise<void>;
}

/** Makes a register of addresses a source of poles. Nothing is read before the pipeline asks. */
export function addressRegister<const F extends string, S extends z.ZodRawShape>(
  register: AddressRegister<F, S>,
): SourceKind<F, S & { beyondMap: typeof beyondMap }, SourceContext, PoleSource> {
  return sourceKind({
    from: register.from,
    says: register.says,
    schema: { ...register.schema, beyondMap },
    open(entry, context) {
      const named = entry as { readonly file?: string; readonly beyondMap: boolean };
      const name = `addresses of ${register.name ?? baseName(named.file ?? register.from)}`;
      return {
        kind: 'address',
        name,
        beyondMap: named.beyondMap,
        each(push) {
          const counter = context.report.subject(name);
          return register.read(entry, { ...context, numberStyle: numberStyleOf(context.countries), counter }, push);
        },
      };
    },
  });
}
