/** The line to the server: puts edits on it, as many as it takes in some seconds. */
import { PushAnswer } from '#contract/sync/protocol.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import { createPace } from '../pace.ts'
import { toWire } from '../store/edit.ts'
import { META, readMeta } from '../store/meta.ts'
import { stored } from '../store/storage.ts'
import type { SendContext } from './context.ts'
import { deviceReport, type DeviceReport } from './report.ts'

/** Bytes of a batch's body on the line: the first, which knows nothing of the line; the fewest; and the most. */
const FIRST_BYTES = 24_000
const LEAST_BYTES = 1_000
const MOST_BYTES = 1_000_000
/** Bytes of an edit, until a batch has shown them. */
const EDIT_BYTES = { gzip: 80, plain: 600 }
/** A shorter body fits into one packet as it is. */
const SMALL_CHARS = 1_400

export interface NetworkLine {
  /** Whether it has shown that more than one batch at a time makes none of them late. */
  readonly isFast: boolean
  /** How many edits it takes in some seconds, at least one. */
  readonly amount: number
  post(batch: readonly OutboxRecord[], report: DeviceReport): Promise<PushAnswer>
  /** A push without edits, where something was given up since the last one. */
  postReport(): Promise<void>
  /** A batch of so many edits did not get through in time. */
  timedOut(count: number): void
}

export function openLine({ db, env, client, deviceId, person }: SendContext): NetworkLine {
  const pace = createPace({ first: FIRST_BYTES, least: LEAST_BYTES, most: MOST_BYTES })
  /** As the last batch had them. */
  let editBytes = env.gzip ? EDIT_BYTES.gzip : EDIT_BYTES.plain
  return {
    get isFast() {
      return pace.isFast
    },
    get amount() {
      return Math.max(1, Math.floor(pace.amount / editBytes))
    },
    timedOut: (count) => pace.timedOut(count * editBytes),
    async post(batch, report) {
      const text = JSON.stringify({ device_id: deviceId, ...report, mutations: batch.map(toWire) })
      const small = text.length > SMALL_CHARS ? await env.gzip?.(text) : undefined
      const body = small ?? text
      editBytes = body.length / batch.length
      const began = env.now()
      const answer = await client.api('POST', 'sync/push', {
        body,
        isGzip: small !== undefined,
        schema: PushAnswer,
        as: person.id,
      })
      pace.took(body.length, env.now() - began)
      return answer
    },
    async postReport() {
      const due = await readMeta<string>(db, META.reportDue)
      if (due === undefined) return
      await client.api('POST', 'sync/push', {
        body: { device_id: deviceId, ...deviceReport(await db.outbox.toArray(), env.now()), mutations: [] },
        schema: PushAnswer,
        as: person.id,
      })
      await stored(db, () =>
        db.transaction('rw', db.meta, async () => {
          // Edits that were given up meanwhile are still to be reported.
          if ((await readMeta<string>(db, META.reportDue)) === due) await db.meta.delete(META.reportDue)
        }),
      )
    },
  }
}
