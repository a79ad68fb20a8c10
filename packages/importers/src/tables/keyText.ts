/** How the text of a code is made comparable between files; steps are taken in the order of the fields. */
export interface KeySteps {
  /** Text, or several, taken away wherever it occurs, such as "." or "SA2 ". */
  readonly strip?: string | readonly string[] | undefined;
  /** So many last characters are taken away. */
  readonly drop?: number | undefined;
  /** Only the first characters are kept. */
  readonly take?: number | undefined;
  /** Zeros are put before it up to this length. */
  readonly padTo?: number | undefined;
  /** Text put before it. */
  readonly prefix?: string | undefined;
}

/** A code as other files write it; whole numbers such as "5.0" lose their decimals first. Spaces around it are cut. */
export function keyText(value: string, steps: KeySteps): string {
  let text = value.trim().replace(/^(\d+)\.0+$/, '$1');
  for (const strip of [steps.strip ?? []].flat()) text = text.replaceAll(strip, '').trim();
  if (steps.drop !== undefined) text = text.slice(0, -steps.drop);
  if (steps.take !== undefined) text = text.slice(0, steps.take);
  if (steps.padTo !== undefined) text = text.padStart(steps.padTo, '0');
  return (steps.prefix ?? '') + text;
}
