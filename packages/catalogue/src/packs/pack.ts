import type { TopicCode } from '../topics/topics.ts';

/** A figure as recipes write it: a column, or arithmetic on columns. */
export type PackFigure = string | { readonly sum: readonly string[] } | { readonly difference: readonly string[] };

/** How a pack fills a topic of People & Economy. */
export interface PackTopic {
  readonly note: string;
  readonly comparability: 'full' | 'partial';
  readonly fields?: Readonly<Record<string, PackFigure>>;
  readonly ageClasses?: readonly { readonly from: number; readonly to: number | null; readonly total: PackFigure }[];
}

/** Official figures on people of one or several countries, by cells of a grid. */
export interface PeoplePack {
  readonly code: string;
  readonly name: string;
  /** ISO 3166-1, two letters. */
  readonly countries: readonly string[];
  /** Length of a side of a cell. */
  readonly cellMeters: number;
  readonly vintage: string;
  readonly licence: string;
  readonly attribution: string;
  readonly page: string;
  /** Whether the license lets figures by cell be passed on; false where nobody has verified that. */
  readonly mayShare: boolean;
  readonly file: {
    readonly url: string;
    readonly kind: 'zip' | 'gzip' | 'text';
    /** End of the name of the table within the archive. */
    readonly entry: string;
    readonly megabytes: number;
  };
  /** How the table of cells is written; keys of a recipe's source `raster`. */
  readonly table: {
    readonly cell: string;
    readonly people: string;
    readonly delimiter?: string;
    readonly missing?: readonly string[];
    readonly missingBelow?: number;
    readonly decimal?: ',';
  };
  readonly topics: Readonly<Partial<Record<TopicCode, PackTopic>> & { residents: PackTopic }>;
  /** Why the other topics are not there. */
  readonly lacking: string;
}
