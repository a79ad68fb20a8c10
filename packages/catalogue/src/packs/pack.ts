import type { TopicCode } from '../topics/topics.ts';

/** A figure as recipes write it: a column of the topic's table or of another, or arithmetic on figures. */
export type PackFigure =
  | string
  | { readonly column: string; readonly table: string }
  | { readonly sum: readonly PackFigure[] }
  | { readonly difference: readonly [PackFigure, PackFigure] }
  | { readonly product: readonly PackFigure[] };

/** How a pack fills a topic of People & Economy. */
export interface PackTopic {
  readonly note: string;
  readonly comparability: 'full' | 'partial';
  /** Table of figures that a name alone means; absent where the pack has one. */
  readonly table?: string;
  readonly fields?: Readonly<Record<string, PackFigure>>;
  readonly ageClasses?: readonly {
    readonly from: number;
    readonly to: number | null;
    readonly total: PackFigure;
    readonly male?: PackFigure;
    readonly female?: PackFigure;
  }[];
  /** Counts by class, each with its limits. */
  readonly distributions?: readonly {
    readonly name: string;
    readonly unit: string;
    readonly meaning: string;
    readonly classes: readonly {
      readonly from: number | null;
      readonly to: number | null;
      readonly count: PackFigure;
    }[];
  }[];
  /** Figures are those of larger areas, spread by residents: the area's code out of the unit's, and its people. */
  readonly spreadFrom?: { readonly areaCode: PackKeySteps; readonly people?: PackFigure };
}

interface PackKeySteps {
  readonly strip?: string;
  readonly take?: number;
  readonly drop?: number;
  readonly padTo?: number;
  readonly prefix?: string;
}

/** How the files know the figures of the whole country, to compare places with. */
export interface PackNational {
  /** What the figures are of, where that is not the country. */
  readonly name?: string;
  /** Residents of the whole country at the same count as published, where the files are those of parts of it; nothing else is known of it. */
  readonly residents?: number;
  /** The row that has them; without it all rows of the files are added up. */
  readonly row?: string;
  /** Of a file of several countries: the column that names those of a row. */
  readonly column?: string;
  /** Column with the people of a row, by which shares and rates are averaged. */
  readonly weight?: string;
  /** Columns with shares and rates. */
  readonly means?: readonly string[];
  /** Tables of which not all rows are added up. */
  readonly without?: readonly string[];
}

/** A public file: one for all of the country, or, with {part} in its address, one for each part of it. */
export interface PackFile {
  readonly url: string;
  readonly kind: 'zip' | 'gzip' | 'text';
  /** Name to keep it under, where the end of its address is none; may have {part}. */
  readonly name?: string;
  /** End of the name of the table within an archive; * stands for any letters. */
  readonly entry?: string;
  /** About; of a file for each part, the size per part stands there. */
  readonly megabytes?: number;
}

/** A table of the cells of a grid, one for all of its countries. */
export interface PackCells {
  readonly from: 'cells';
  readonly file: PackFile & { readonly entry: string; readonly megabytes: number };
  /** How the table of cells is written; keys of a recipe's source `raster`. */
  readonly table: {
    readonly cell: string;
    readonly people: string;
    readonly delimiter?: string;
    readonly missing?: readonly string[];
    readonly missingBelow?: number;
    readonly decimal?: ',';
  };
  /** Tables beside it, by the same codes. */
  readonly tables?: Readonly<Record<string, PackTable>>;
}

interface PackKey extends PackKeySteps {
  readonly column: string;
}

/** A table of figures by the codes of areas: where it lies, and keys of a recipe's table. */
export interface PackTable {
  readonly file: PackFile;
  /** Whether people are known without it: where its server fails, the topics that need it are left out. */
  readonly isExtra?: boolean;
  /** What the file is called in lists of sources, where it is another than that of the pack. */
  readonly source?: { readonly name: string; readonly vintage: string };
  readonly key: string | PackKey | readonly PackKey[];
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly skipLines?: number;
  readonly header?: readonly string[];
  readonly missing?: readonly string[];
  readonly zeros?: readonly string[];
  readonly missingBelow?: number;
  readonly where?: readonly { readonly column: string; readonly equals: readonly string[] }[];
  readonly long?: { readonly name: string; readonly value: string };
}

/** A part of a country that has files of its own, and how it is known whether a place touches it. */
export type PackPart = { readonly code: string; readonly megabytes: number } & (OfExtracts | OfBox);

interface OfExtracts {
  /** Ids of the extracts of OpenStreetMap that it is made of. */
  readonly extracts: readonly string[];
}

interface OfBox {
  /** west, south, east, north; may be larger than the part. */
  readonly box: readonly [number, number, number, number];
}

/** Outlines of small areas, with their figures as attributes or in tables beside them. */
export interface PackOutlines {
  readonly from: 'outlines';
  readonly outlines: PackFile;
  /** Attribute with the code of an area. */
  readonly code: string;
  /** Projection of the outlines, where their files do not name it so that it is understood to the meter. */
  readonly crs?: string;
  /** Whether attributes of the outlines are figures although there are tables: table `outlines`. */
  readonly hasFigures?: boolean;
  /** Tables by name; without any the figures are attributes of the outlines. */
  readonly tables?: Readonly<Record<string, PackTable>>;
  readonly parts?: readonly PackPart[];
  /** Extracts of OpenStreetMap within the countries that it has no figures of. */
  readonly without?: readonly string[];
  /** Of a whole country or region with more people the files are too large to be read at once. */
  readonly mostPeople: number;
}

/** A file with a name and terms of its own. */
interface PackPublished {
  readonly file: PackFile;
  readonly vintage: string;
  readonly name: string;
  readonly licence: string;
  readonly attribution: string;
  readonly page: string;
}

/** Outlines of areas with their codes, or a table of units with the areas that they lie in; keys of a recipe's `expenditure.income.areas`. */
export type PackAreas = PackPublished &
  ({ readonly code: string; readonly crs?: string } | { readonly unit: string; readonly area: string });

/** Incomes of small areas, in one measure of which the ratios alone count; keys of a recipe's `expenditure.income`. */
export interface PackIncome extends PackPublished {
  readonly key: string | PackKey | readonly PackKey[];
  readonly sheet?: string;
  readonly encoding?: string;
  readonly skipLines?: number;
  readonly endsAt?: string;
  readonly header?: readonly string[];
  readonly delimiter?: string;
  readonly decimal?: ',';
  readonly thousands?: string;
  readonly where?: readonly { readonly column: string; readonly equals: readonly string[]; readonly not?: boolean }[];
  readonly missing?: readonly string[];
  /** Column with the income of an area. */
  readonly income: string;
  /** Whether it is the sum of the people in `people`; else their mean or median. */
  readonly isSum?: boolean;
  /** Column with people, households or taxpayers; areas weigh alike without it. */
  readonly people?: string;
  /** Only rows whose code begins like this are areas; it is taken away. */
  readonly areaPrefix?: string;
  /** Whether codes begin with those of the larger areas that hold them. */
  readonly areasNested?: boolean;
  /** Where the area is found that a unit lies in; its own code names it where absent. */
  readonly areas?: PackAreas;
  /** How the area's code is made from that of a unit. */
  readonly areaOfUnit?: PackKeySteps;
  readonly measure: string;
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
  /** The whole country's figures out of the same files, or its published residents where they hold only parts of it. */
  readonly national?: PackNational;
  /** What bends the spend of the country; without it everybody spends alike. */
  readonly income?: PackIncome;
  /** The same by country, where the pack has several. */
  readonly incomes?: Readonly<Record<string, PackIncome>>;
  /** Why the other topics are not there. */
  readonly lacking: string;
}
