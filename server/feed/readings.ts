/**
 * One snapshot in which the answers of many devices are read. It ends after a moment, and the next one begins. All
 * answers of a reading lead to the same cursor, so devices that were notified together soon ask with the same cursor.
 * Then one of them reads for all.
 */
import type pg from 'pg'

/** The most answers that a reading keeps. A device that asks for a further one reads it for itself. */
const MAX_KEPT_ANSWERS = 100

interface Reading<Head> {
  client: pg.ClientBase
  /** What the reading read first. */
  head: Head
  /**
   * Runs `read` once per key, and gives every caller with this key the same answer. The key must name everything that
   * decides the answer.
   */
  once<T>(key: string, read: () => Promise<T>): Promise<T>
}

export interface Readings<Head> {
  /** Whether answers may be shared now. */
  isShared(): boolean
  /** Runs `use` in a reading whose snapshot is no older than the answer's age allows. */
  use<T>(use: (reading: Reading<Head>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * @param maxAgeMs how old an answer may be; 0 where none is shared
 * @param readHead reads what every answer of a reading needs
 */
export function openReadings<Head>(
  pool: pg.Pool,
  maxAgeMs: () => number,
  readHead: (client: pg.ClientBase) => Promise<Head>,
): Readings<Head> {
  let current: Opened<Head> | null = null

  /**
   * Joins the open reading. Only one is open: while the last users of an old one are still reading, newcomers wait for
   * its end.
   */
  async function join(): Promise<Opened<Head>> {
    while (current?.isOver()) {
      void current.finish()
      await current.ended
    }
    current ??= new Opened(pool, maxAgeMs(), readHead, () => (current = null))
    current.users++
    return current
  }

  return {
    isShared: () => maxAgeMs() > 0,
    async use(use) {
      const opened = await join()
      try {
        return await use(await opened.reading)
      } catch (error) {
        // After a failed statement the transaction answers nothing more.
        opened.close()
        throw error
      } finally {
        await opened.leave()
      }
    },
    async close() {
      await current?.finish()
    },
  }
}

class Opened<Head> {
  readonly reading: Promise<Reading<Head>>
  readonly ended: Promise<void>
  /** How many callers read in it. */
  users = 0
  #overAt = Infinity
  #client: pg.PoolClient | null = null
  #timer: NodeJS.Timeout | undefined
  #end: (() => void) | null

  constructor(
    pool: pg.Pool,
    ageMs: number,
    readHead: (client: pg.ClientBase) => Promise<Head>,
    onEnded: () => void,
  ) {
    let resolve = () => {}
    this.ended = new Promise((done) => (resolve = done))
    this.#end = () => {
      onEnded()
      resolve()
    }
    this.reading = this.#begin(pool, ageMs, readHead)
  }

  async #begin(
    pool: pg.Pool,
    ageMs: number,
    readHead: (client: pg.ClientBase) => Promise<Head>,
  ): Promise<Reading<Head>> {
    const client = await pool.connect()
    this.#client = client
    this.#overAt = performance.now() + ageMs
    this.#timer = setTimeout(() => void this.finish(), ageMs)
    await client.query('begin isolation level repeatable read read only')
    const head = await readHead(client)
    const kept = new Map<string, Promise<unknown>>()
    return {
      client,
      head,
      once<T>(key: string, read: () => Promise<T>): Promise<T> {
        const known = kept.get(key) as Promise<T> | undefined
        if (known) return known
        const answer = read()
        if (kept.size < MAX_KEPT_ANSWERS) kept.set(key, answer)
        return answer
      },
    }
  }

  /** Whether the reading is closed to further callers. */
  isOver(): boolean {
    return performance.now() >= this.#overAt
  }

  close(): void {
    this.#overAt = 0
  }

  async leave(): Promise<void> {
    this.users--
    if (this.isOver()) await this.finish()
  }

  /** Closes the reading to further callers, and gives the connection back once no caller reads any more. */
  async finish(): Promise<void> {
    this.close()
    const end = this.#end
    if (this.users > 0 || !end) return
    this.#end = null
    clearTimeout(this.#timer)
    const client = this.#client
    await client?.query('commit').then(
      () => client.release(),
      () => client.release(true),
    )
    end()
  }
}
