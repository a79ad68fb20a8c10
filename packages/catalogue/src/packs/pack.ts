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

/** A table of the cells of a grid, one for all of its countries. */
export interface PackCells {
  readonly from: 'cells';
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
}

/** Outlines of small areas with their figures as attributes, a file for each part of the country. */
export interface PackOutlines {
  readonly from: 'outlines';
  /** Address of a part; {part} stands for its code. */
  readonly url: string;
  readonly kind: 'zip';
  /** Parts by the ids of their extracts of OpenStreetMap: the publisher's code, and about how large the file is. */
  readonly parts: Readonly<Record<string, { readonly code: string; readonly megabytes: number }>>;
  /** Attribute with the code of an area. */
  readonly code: string;
  /** Of a whole country or region with more people the file is too large to be read at once. */
  readonly mostPeople: number;
}

/** Official figures on people of one or several countries, by small areas. */
export interface PeoplePack {
  readonly code: string;
  readonly name: string;
  /** ISO 3166-1, two letters. */
  readonly countries: readonly string[];
  readonly vintage: string;
  readonly licence: string;
  readonly attribution: string;
  readonly page: string;
  /** Whether the license lets figures by area be passed on; false where nobody has verified that. */
  readonly mayShare: boolean;
  readonly units: PackCells | PackOutlines;
  readonly topics: Readonly<Partial<Record<TopicCode, PackTopic>> & { residents: PackTopic }>;
  /** Why the other topics are not there. */
  readonly lacking: string;
}
