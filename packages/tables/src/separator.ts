const SEPARATORS = [',', ';', '\t', '|'] as const;

/** Returns the separator that the first line holds most of outside of quotation marks; a comma where it holds none. */
export function separatorOf(text: string): string {
  const line = (text.trimStart().split('\n', 1)[0] ?? '').replace(/"(?:[^"]|"")*"/g, '');
  const count = (separator: string) => line.split(separator).length;
  return SEPARATORS.reduce<string>((best, each) => (count(each) > count(best) ? each : best), ',');
}
