/** Members that the result of a charged run carries first; empty where the action does not show its charge. */
export interface ChargeShown {
  readonly charged?: true;
  readonly creditsCharged?: number;
}

/**
 * A result with its charge, as pieces of JSON text in UTF-8. The result was written in the engine thread: members are
 * put before its own as text, so that a large result is never parsed or written again.
 */
export function withCharge(shown: ChargeShown, resultJson: Uint8Array): Uint8Array[] {
  const members = JSON.stringify(shown).slice(1, -1);
  const isEmpty = resultJson.length === 2;
  return [Buffer.from(`{${members}${members === '' || isEmpty ? '' : ','}`), resultJson.subarray(1)];
}
