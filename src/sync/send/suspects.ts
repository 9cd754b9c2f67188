/**
 * Whose fault it is when the server stumbles over a single edit: the edit's, or the server's own. The first that meets a fault alone is
 * only suspected, and others are tried. If a second one meets a fault before anything has gone through, the server is
 * at fault. As soon as one goes through, those that met it are.
 */
export class Suspects<T> {
  readonly #met = new Map<string, T>()

  /** What was noted of each, in the order in which they met it. */
  get all(): T[] {
    return [...this.#met.values()]
  }

  /** Whether a fault that this one meets is the server's: another one has met it too. */
  clears(name: string): boolean {
    return this.#met.size > (this.#met.has(name) ? 1 : 0)
  }

  add(name: string, what: T): void {
    this.#met.set(name, what)
  }

  /** These went through. Returns what was noted of the others, of which none is suspected any more: they are at fault. */
  passed(names: readonly string[]): T[] {
    for (const name of names) this.#met.delete(name)
    const others = [...this.#met.values()]
    this.#met.clear()
    return others
  }
}
