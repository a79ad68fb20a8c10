import { type Damage, notYetVerified, TerritoryDamaged } from './damage.ts';

/** Time that a charged call waits for the verification of its data. */
const PATIENCE_MILLISECONDS = 20_000;

/** The comparison of a territory with its checksums, whose end charged calls wait for. */
export class Verification {
  readonly #territory: string;
  readonly #patienceMilliseconds: number;
  readonly #waiting = new Set<() => void>();
  #ended = false;
  #damage: Damage | null = null;

  /** `territory`: its id, for messages. */
  constructor(territory: string, patienceMilliseconds = PATIENCE_MILLISECONDS) {
    this.#territory = territory;
    this.#patienceMilliseconds = patienceMilliseconds;
  }

  /** The first file that is not as it was written; null where none is known. */
  get damage(): Damage | null {
    return this.#damage;
  }

  end(damage: Damage | null): void {
    this.#ended = true;
    this.#damage = damage;
    for (const resume of this.#waiting) resume();
  }

  /**
   * Resolves once every file was found to be as written. Throws service_unavailable for a damaged territory and after
   * twenty seconds without a result, and the reason of the signal.
   */
  async passed(signal: AbortSignal): Promise<void> {
    if (!this.#ended) await this.#end(signal);
    if (this.#damage !== null) throw new TerritoryDamaged(this.#damage);
  }

  #end(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => settle(() => reject(notYetVerified(this.#territory))), this.#patienceMilliseconds);
      const resume = () => settle(resolve);
      const abort = () => settle(() => reject(signal.reason));
      const settle = (end: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(resume);
        signal.removeEventListener('abort', abort);
        end();
      };
      this.#waiting.add(resume);
      signal.addEventListener('abort', abort);
    });
  }
}
