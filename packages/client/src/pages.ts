export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/** Every row of a list, read on from page to page as they are asked for; `first` rows are left out. */
export async function* pages<Row>(
  first: number | undefined,
  read: (offset: number) => Promise<Page<Row>>,
): AsyncGenerator<Row, void, undefined> {
  for (let offset = first ?? 0; ; ) {
    const { rows, hasMore } = await read(offset);
    yield* rows;
    // A page without rows would be asked for again for ever.
    if (!hasMore || rows.length === 0) return;
    offset += rows.length;
  }
}
