/**
 * Pulls what changed on the server: pages behind the cursor, the next one on its way while the current one is stored.
 * Several tabs may pull at once and do no harm: a page is stored only if the cursor is still where it was asked for.
 */
import { KEY, type Table } from '#contract/sync/entities.ts'
import { type Changes } from '#contract/sync/protocol.ts'
import type { Client } from '#src/api/client.ts'
import type { Environment } from '#src/api/environment.ts'
import { ApiError, NetworkError, SignInNeeded } from '#src/api/errors.ts'
import { itemFamily } from '../store/rows.ts'
import { BACKOFF_MAX_MS, waitMs } from '../backoff.ts'
import { META, readMeta } from '../store/meta.ts'
import { createPace, type CallPace } from '../pace.ts'
import { noteSetBack } from './give-back.ts'
import { finishPull, isBeginning, pageRowsOf, storePage, type PageContext } from './page.ts'
import { stored } from '../store/storage.ts'

/** Rows of a page: so many that the time goes into storing and not into asking. */
const PAGE_ROWS = 2_000
/** Rows of the first page, while the speed of the line is unknown. */
const FIRST_ROWS = 500
const PAGE_TIMEOUT_MS = 60_000
/** How often another tab may move the cursor before this tab leaves the pull to it. */
const MOST_OVERTAKES = 3

/**
 * `strands`: edits wait that have to go at once, because the pull took their lines away or the server has lost them.
 */
export type PullEnd =
  | { kind: 'current'; strands: boolean }
  | { kind: 'away'; retryAt: number; error: Error }
  | { kind: 'sign-in' }

export interface Puller {
  run(force?: boolean): Promise<PullEnd>
}

export interface PullContext extends PageContext {
  env: Environment
  client: Client
  pageRows?: number
  /** Takes back the ledger that the person's last sign-out left on the device, once its key is known. */
  takeLedger?: () => Promise<void>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Whether an answer is a page of changes. Only the envelope and each row's key are checked: checking 100,000 rows field
 * by field would take longer than storing them, and the server's tests prove their form.
 */
function isChanges(value: unknown): value is Changes {
  if (!isObject(value)) return false
  const { cursor, more, range, rows, gone, server_time, today } = value
  if (typeof cursor !== 'string' || typeof more !== 'boolean' || !isObject(rows) || !isObject(gone))
    return false
  if (typeof server_time !== 'string' || typeof today !== 'string') return false
  if (range !== null && !(isObject(range) && typeof range['table'] === 'string')) return false
  return (
    Object.entries(rows).every(
      ([table, list]) =>
        Array.isArray(list) && list.every((row) => isObject(row) && (KEY[table as Table] ?? 'id') in row),
    ) && Object.values(gone).every((keys) => Array.isArray(keys))
  )
}

/**
 * Whether edits wait for lines that this page took away. A merge may have added such a line to another one. Only the
 * server knows which, and until it has the edits, the picked quantity is out of sight.
 */
async function isStranding(db: PullContext['db'], { gone }: Changes): Promise<boolean> {
  const families = (gone.items ?? []).map((id) => itemFamily(String(id)))
  if (families.length === 0) return false
  const waiting = db.outbox.where('family').anyOf(families)
  return (await waiting.filter(({ state }) => state === 'pending').count()) > 0
}

/**
 * Returns where a page begins: at a key of a full pull, or behind the cursor that it was asked with. A pull that comes
 * to one place twice loops and never ends.
 */
const placeOf = (page: Changes, since: string | undefined, round: number): string =>
  page.range && !isBeginning(page)
    ? `at ${page.range.table} ${page.range.after} of round ${round}`
    : `behind ${since}`

export function createPuller(context: PullContext): Puller {
  const { db, env, client, pageRows = PAGE_ROWS } = context
  const pace = createPace({
    first: Math.min(pageRows, FIRST_ROWS),
    least: Math.min(pageRows, 100),
    most: pageRows,
  })
  let failures = 0
  let retryAt = 0
  /** Why the server is out of reach until then. */
  let awayError: Error = new NetworkError('unreachable')
  let running: Promise<PullEnd> | null = null

  async function ask(since: string | undefined): Promise<Changes> {
    const limit = pace.amount
    const began = env.now()
    const page = await client.api('GET', 'sync/changes', {
      query: { since, limit },
      timeoutMs: PAGE_TIMEOUT_MS,
      as: context.person.id,
    })
    if (!isChanges(page)) throw new NetworkError('not-ours')
    // A last page is not full: it shows how quick the line is, and nothing about a full page.
    pace.took(page.more ? limit : pageRowsOf(page), env.now() - began)
    return page
  }

  async function pull(): Promise<PullEnd> {
    const started = env.now()
    await context.takeLedger?.()
    await askWhetherSetBack(db, ask)
    // A pull that goes on where the last one was cut off may have only its last page left.
    const wasCut = failures > 0
    const { strands, isOvertaken, isLate } = await pullPages(context, ask, pace)
    if (isOvertaken) return { kind: 'current', strands }
    const hasGivenBack = await finishPull(context, started)
    const later = isLate || wasCut ? await pullPages(context, ask, pace) : null
    failures = 0
    retryAt = 0
    return { kind: 'current', strands: strands || hasGivenBack || later?.strands === true }
  }

  function endOf(error: unknown): PullEnd {
    if (error instanceof SignInNeeded) return { kind: 'sign-in' }
    if (!(error instanceof NetworkError) && !(error instanceof ApiError)) throw error
    if (error instanceof NetworkError && error.reason === 'timeout') pace.timedOut(pace.amount)
    failures++
    awayError = error
    retryAt = env.now() + waitMs(failures, env.random, error instanceof ApiError ? error.retryAfterMs : null)
    return { kind: 'away', retryAt, error }
  }

  return {
    run(force = false) {
      const wait = retryAt - env.now()
      if (!force && wait > 0 && wait <= BACKOFF_MAX_MS)
        return Promise.resolve({ kind: 'away', retryAt, error: awayError })
      running ??= pull()
        .catch(endOf)
        .finally(() => {
          running = null
        })
      return running
    },
  }
}

/** Requests the page behind a cursor. */
type Ask = (since: string | undefined) => Promise<Changes>

/**
 * Asks with the old cursor, because a new database's first page names no timeline: only to the old cursor does a server
 * say that it was set back since the sign-out.
 */
async function askWhetherSetBack(db: PullContext['db'], ask: Ask): Promise<void> {
  const before = await readMeta<string>(db, META.leftCursor)
  if (before === undefined) return
  const { set_back_to } = await ask(before)
  await stored(db, () =>
    db.transaction('rw', db.meta, async () => {
      await noteSetBack(db, set_back_to)
      await db.meta.delete(META.leftCursor)
    }),
  )
}

interface PulledPages {
  strands: boolean
  isOvertaken: boolean
  /** Whether changes of meanwhile may be missing: there were several pages, and all lead to the position of the first. */
  isLate: boolean
}

/** Stores page after page until the last, or until another tab has overtaken this one too often. */
async function pullPages(context: PullContext, ask: Ask, pace: CallPace): Promise<PulledPages> {
  const { db } = context
  let overtaken = 0
  let strands = false
  let isLate = false
  let since = await readMeta<string>(db, META.cursor)
  let coming = ask(since)
  let round = 0
  const places = new Set<string>()
  for (;;) {
    const page = await coming
    if (isBeginning(page)) round++
    else if (page.range) isLate = true
    const place = placeOf(page, since, round)
    if (places.has(place)) throw new Error(`The pull does not advance ${place}: it would never end.`)
    places.add(place)
    const isAhead = page.more && pace.isFast
    if (isAhead) {
      coming = ask(page.cursor)
      // The next round handles a failure; until then it must not count as unhandled.
      coming.catch(() => undefined)
    }
    if (await storePage(context, since, page)) {
      since = page.cursor
      strands ||= await isStranding(db, page)
    } else {
      if (++overtaken >= MOST_OVERTAKES) return { strands, isOvertaken: true, isLate: true }
      since = await readMeta<string>(db, META.cursor)
      // Another tab has gone on, and may have started from the beginning.
      round++
      isLate = true
      coming = ask(since)
      continue
    }
    if (!page.more) return { strands, isOvertaken: false, isLate }
    isLate = true
    // On a slow line a person's scans go before the next page, which no person waits for.
    if (!isAhead) coming = ask(since)
  }
}
