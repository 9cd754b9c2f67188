/** Who hears a scan first: what is open on the screen, then the list. Scans keep their order, and none is lost. */
/** What something open says of a scan: handled, or let the screen count it. */
export type Interceptor = (raw: string) => Promise<'handled' | 'pass'>

interface ScanGateOptions {
  take(raw: string): Promise<void>
  /** Gives a scan its turn in the queue. */
  inTurn(run: () => Promise<void>): Promise<void>
}

export function createScanGate({ take, inTurn }: ScanGateOptions) {
  let interceptor: Interceptor | null = null
  let gate: Promise<unknown> = Promise.resolve()

  return {
    /** A scan, exactly as it came. Scans that come while another is being stored wait; none is lost. */
    scan: (raw: string): Promise<void> => {
      // Whoever is asked first may want to store something itself, so it is asked outside the queue.
      let taken: Promise<void> = Promise.resolve()
      gate = gate
        .then(async () => {
          if (interceptor && (await interceptor(raw)) === 'handled') return
          taken = inTurn(() => take(raw))
        })
        // Said like any scan that could not be stored; the next one has its turn.
        .catch((error: unknown) => {
          taken = inTurn(() => Promise.reject(error))
        })
      return gate.then(() => taken)
    },
    /** While something open wants scans first (the Weight / Lot dialog); returns how to stop. */
    intercept(next: Interceptor): () => void {
      interceptor = next
      return () => {
        if (interceptor === next) interceptor = null
      }
    },
    /** Does something after the scans that came before it, which may still be asked about elsewhere. */
    after: (run: () => Promise<void>): Promise<void> => gate.then(run),
  }
}
