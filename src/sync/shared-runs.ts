/** One run of a work at a time, shared by its callers. */

interface SharedRunsOptions<T> {
  run(isForced: boolean): Promise<T>
  /** Runs when a run has ended, whatever its end. */
  ended(): void
  /** Whether a run under way serves a forced caller, who else waits for the next run. */
  servesForced(isForced: boolean): boolean
}

/** Runs one work at a time. Callers of one moment share a run. */
export class SharedRuns<T> {
  readonly #options: SharedRunsOptions<T>
  #current: { end: Promise<T>; isForced: boolean } | null = null
  #next: Promise<T> | null = null

  constructor(options: SharedRunsOptions<T>) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#current !== null
  }

  /** Whether a forced caller waits for the run after the current one. */
  get hasNext(): boolean {
    return this.#next !== null
  }

  /** Joins the run that is under way, or begins one. */
  join(): Promise<T> {
    return this.#current?.end ?? this.#begin(false)
  }

  /** Begins a forced run, or joins one that serves. Forced callers who have to wait share the next run. */
  force(): Promise<T> {
    if (!this.#current) return this.#begin(true)
    const { end, isForced } = this.#current
    if (this.#options.servesForced(isForced)) return end
    const again = () => {
      this.#next = null
      return this.force()
    }
    this.#next ??= end.then(again, again)
    return this.#next
  }

  #begin(isForced: boolean): Promise<T> {
    const end = this.#options.run(isForced).finally(() => {
      this.#current = null
      this.#options.ended()
    })
    this.#current = { end, isForced }
    return end
  }
}
