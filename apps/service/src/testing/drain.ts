/** Does all the work that is due now, one piece after the other, as a background loop would. */
export async function drain<T>(take: () => Promise<T | null>, work: (piece: T) => Promise<void>): Promise<void> {
  for (let piece = await take(); piece !== null; piece = await take()) await work(piece);
}
