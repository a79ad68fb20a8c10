/** Path of a table's column in the bundle, for findings. */
export type Place = (table: string, column?: string) => string;
