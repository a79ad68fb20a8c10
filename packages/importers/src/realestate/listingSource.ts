import { z } from 'zod';
import { numberStyleOf } from '../addresses/countries.ts';
import type { FileSource } from '../files/source.ts';
import type { ListingPoint, ListingSourceInput } from '../inputs/listings.ts';
import type { HouseNumberStyle } from '../osm/houseNumber.ts';
import type { SubjectCounter } from '../report/subjectCounter.ts';
import { fileOf, type SourceContext } from '../source/context.ts';
import { fileFields } from '../source/fields.ts';
import { type SourceEntry, type SourceKind, sourceKind } from '../source/kind.ts';

const common = {
  name: z.string().min(1).describe('Name of its entry under sources'),
  ...fileFields,
  showsRows: z
    .boolean()
    .describe('true: single rows may be shown to callers; false: figures only, as some licences ask'),
};

interface ListingContext {
  readonly file: FileSource;
  readonly numberStyle: HouseNumberStyle;
  readonly counter: SubjectCounter;
}

/** Makes a file of listings or sales a source. Nothing is read before the pipeline asks. */
export function listingSource<const F extends string, S extends z.ZodRawShape>(source: {
  readonly from: F;
  readonly says: string;
  /** Keys of its entry that not every file of listings has. */
  readonly schema: S;
  /** Hands over every listing; rows that are none are counted as dropped. */
  read(
    entry: SourceEntry<typeof common & S>,
    context: ListingContext,
    push: (listing: ListingPoint) => void,
  ): Promise<void>;
}): SourceKind<F, typeof common & S, SourceContext, ListingSourceInput> {
  return sourceKind<F, typeof common & S, SourceContext, ListingSourceInput>({
    from: source.from,
    says: source.says,
    schema: { ...common, ...source.schema },
    open(entry, context) {
      const named = entry as SourceEntry<typeof common>;
      const file = fileOf(named, context);
      const numberStyle = numberStyleOf(context.countries);
      return {
        name: named.name,
        showsRows: named.showsRows,
        each: (push, counter) => source.read(entry, { file, numberStyle, counter }, push),
      };
    },
  });
}
