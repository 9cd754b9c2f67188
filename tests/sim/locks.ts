/** The Web Locks of one device. A process's locks become free when the process is gone, and not while it is frozen. */
import type { Locks } from '#src/api/environment.ts'

interface Request {
  owner: object
  grant(): void
}

export class DeviceLocks {
  /** The requests by name, in their order: the first holds the lock. */
  readonly #queues = new Map<string, Request[]>()

  /** Stealing is left out: only the change stream steals, and the simulation has none. */
  of(owner: object): Locks {
    return {
      request: async (name, { ifAvailable, signal }, run) => {
        const queue = this.#queues.get(name) ?? []
        if (ifAvailable && queue.length > 0) return run(false)
        const request: Request = { owner, grant() {} }
        const turn = new Promise<void>((resolve, reject) => {
          request.grant = resolve
          signal?.addEventListener('abort', () => reject(signal.reason as Error))
        })
        this.#queues.set(name, [...queue, request])
        if (queue.length === 0) request.grant()
        try {
          await turn
          return await run(true)
        } finally {
          this.#leave(name, (one) => one === request)
        }
      },
      isFree: (name) => Promise.resolve(!this.#queues.has(name)),
    }
  }

  /** Frees the locks of a process that is gone. */
  free(owner: object): void {
    for (const name of this.#queues.keys()) this.#leave(name, (one) => one.owner === owner)
  }

  #leave(name: string, who: (one: Request) => boolean): void {
    const queue = this.#queues.get(name) ?? []
    const left = queue.filter((one) => !who(one))
    if (left.length === 0) this.#queues.delete(name)
    else this.#queues.set(name, left)
    if (left[0] && left[0] !== queue[0]) left[0].grant()
  }
}
