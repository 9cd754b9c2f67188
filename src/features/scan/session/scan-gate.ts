/** The receivers of a scan: first the open dialog, then the list. Scans keep their order, and none is lost. */

/** A dialog's answer to a scan: handled, or left to the screen to count. */
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
    /** Takes a scan, exactly as it came. Scans that come while another is being stored wait; none is lost. */
    scan: (raw: string): Promise<void> => {
      // The interceptor runs outside the queue, because it may store something itself.
      let taken: Promise<void> = Promise.resolve()
      gate = gate
        .then(async () => {
          if (interceptor && (await interceptor(raw)) === 'handled') return
          taken = inTurn(() => take(raw))
        })
        // Reported like any scan that could not be stored. The next scan has its turn.
        .catch((error: unknown) => {
          taken = inTurn(() => Promise.reject(error))
        })
      return gate.then(() => taken)
    },
    /** Sends scans to the open dialog first (the Weight / Lot dialog). Returns a function that ends this. */
    intercept(next: Interceptor): () => void {
      interceptor = next
      return () => {
        if (interceptor === next) interceptor = null
      }
    },
    /** Runs a task after the scans that came before it, which may still wait for their interceptor. */
    after: (run: () => Promise<void>): Promise<void> => gate.then(run),
  }
}
