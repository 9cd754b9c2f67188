/**
 * Compares what a device holds with what the server has (docs/decisions/0222). Compares only tables in which nothing
 * has changed behind the device's cursor. Reads a digest once for all people who see the same rows, in small pages, one
 * after the other: pushes take precedence.
 */
import { TableDigest } from '#contract/sync/digest.ts'
import type { Person } from '#contract/permissions.ts'
import { TABLES, type Table } from '#contract/sync/entities.ts'
import { FEED_SHAPE, type Digests, type DigestVerdict } from '#contract/sync/protocol.ts'
import type { Context } from '../platform/context.ts'
import { fullRows, standOf } from './changes.ts'
import { changedTables } from './changed.ts'
import { writeCursor, type Cursor } from './cursor.ts'
import { viewKey, type FeedReader } from './reader.ts'

/** How many rows are read and hashed in one go: some 10 ms. */
const PAGE_ROWS = 500
/**
 * How long a digest is valid, where nothing is known to have changed. The next one finds a change that the feed misses.
 * A table that changes all the time is read no more often.
 */
const DIGEST_AGE_MS = 15 * 60_000
/** The most devices that wait for their turn. Those beyond ask again in an hour. */
const MOST_WAITING_DEVICES = 20
/** The most stored digests: those of the house, and those of a few hundred customers. */
const MOST_KEPT_DIGESTS = 2_000

interface Kept {
  text: string
  /** The feed's position when the digest was read. */
  cursor: Cursor
  at: number
}

const NOTHING: DigestVerdict = { compared: [], differ: [], cursor: null }

type VerifyContext = Pick<Context, 'env' | 'pool' | 'clock' | 'log'>

export interface Verifier {
  /** @param device the device of the digests, for the office's list of devices */
  compare(person: Person, device: string, asked: Digests): Promise<DigestVerdict>
}

export function openVerifier(context: VerifyContext): Verifier {
  const inTurn = createTurns()
  const digestOf = createDigests(context)

  return {
    async compare(person, device, asked) {
      const verdict = await inTurn(() => verdictOf(context, digestOf, person, asked))
      if (verdict.differ.length > 0) {
        context.log.warn(
          { person: person.id, device, tables: verdict.differ },
          'a device held other rows than the server, and reads them again',
        )
        await context.pool.query({
          name: 'note difference',
          text: `insert into devices (device_id, user_id, last_seen_at, differed_at, differed) values ($1, $2, $3, $3, $4)
                 on conflict (device_id, user_id) do update set differed_at = excluded.differed_at, differed = excluded.differed`,
          values: [device, person.id, context.clock(), verdict.differ],
        })
      }
      return verdict
    },
  }
}

/** Runs comparisons one at a time. */
function createTurns() {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  return async (work: () => Promise<DigestVerdict>): Promise<DigestVerdict> => {
    if (waiting >= MOST_WAITING_DEVICES) return NOTHING
    waiting++
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn.finally(() => waiting--)
  }
}

/**
 * Returns the digest of a table, where nothing has changed in it since it was read; null where it is too soon to read
 * it again.
 */
type DigestOf = (
  reader: FeedReader,
  own: Cursor,
  table: Table,
  isChangedSince: (cursor: Cursor) => Promise<boolean>,
) => Promise<string | null>

function createDigests({ clock }: Pick<VerifyContext, 'clock'>): DigestOf {
  const kept = new Map<string, Kept>()

  return async (reader, own, table, isChangedSince) => {
    // Prices of a person outside the house follow margins, which are a right.
    const rights = reader.basis === 'own' ? '' : own.rights
    const key = [viewKey(reader), own.epoch, own.timeline, rights, table].join(' ')
    const now = clock().getTime()
    const known = kept.get(key)
    if (known && Math.abs(now - known.at) < DIGEST_AGE_MS)
      return (await isChangedSince(known.cursor)) ? null : known.text
    const text = await readDigest(reader, table)
    if (kept.size >= MOST_KEPT_DIGESTS) kept.delete(kept.keys().next().value!)
    kept.set(key, { text, cursor: own, at: now })
    return text
  }
}

async function verdictOf(
  context: VerifyContext,
  digestOf: DigestOf,
  person: Person,
  asked: Digests,
): Promise<DigestVerdict> {
  const client = await context.pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const { reader, own, usable } = await standOf(context, client, {
      person,
      since: asked.cursor,
      isTurn: false,
    })
    const verdict =
      usable && isComparable(usable, own)
        ? await compareTables(digestOf, { reader, own, usable }, asked.tables)
        : NOTHING
    await client.query('commit')
    client.release()
    return verdict
  } catch (error) {
    client.release(true)
    throw error
  }
}

/**
 * Whether the tables can be compared. A device within a pull, of another day or of an older shape soon receives more
 * rows anyway.
 */
const isComparable = (usable: Cursor, own: Cursor): boolean =>
  !usable.full && !usable.first && !usable.changed && usable.day === own.day && usable.shape >= FEED_SHAPE

async function compareTables(
  digestOf: DigestOf,
  { reader, own, usable }: { reader: FeedReader; own: Cursor; usable: Cursor },
  tables: Digests['tables'],
): Promise<DigestVerdict> {
  const verdict: DigestVerdict = { ...NOTHING, compared: [], differ: [] }
  const changes = new Map<string, Promise<ReadonlySet<Table>>>()
  const isChangedIn = (table: Table) => async (cursor: Cursor) => {
    const place = `${cursor.snapshot} ${cursor.day}`
    const found = changes.get(place) ?? changedTables(reader, cursor)
    changes.set(place, found)
    return (await found).has(table)
  }
  for (const table of TABLES) {
    const isChangedSince = isChangedIn(table)
    const deviceDigest = tables[table]
    if (deviceDigest === undefined || (await isChangedSince(usable))) continue
    const text = await digestOf(reader, own, table, isChangedSince)
    if (text === null) continue
    verdict.compared.push(table)
    if (text !== deviceDigest) verdict.differ.push(table)
  }
  const [first] = verdict.differ
  if (first)
    verdict.cursor = writeCursor({
      ...usable,
      full: { table: first, after: null, from: usable.snapshot },
    })
  return verdict
}

async function readDigest(reader: FeedReader, table: Table): Promise<string> {
  const digest = new TableDigest()
  let after: string | null = null
  for (;;) {
    const page = await fullRows(reader, table, after, PAGE_ROWS)
    for (const row of JSON.parse(page.list) as object[]) digest.add(row)
    if (page.count < PAGE_ROWS) return digest.text()
    after = page.last
  }
}
