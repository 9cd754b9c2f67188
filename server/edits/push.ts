/** The edits of one push: what is said of each before it is run, and with whose rights each is run. */
import { can, type Person } from '#contract/permissions.ts'
import {
  MOST_FIELD_CHARACTERS,
  MOST_FIELDS,
  Mutation,
  MUTATION_SCHEMA_VERSION,
} from '#contract/sync/mutation.ts'
import { fieldMessages } from '#contract/sync/outcome.ts'
import { OTHER_DEVICE, type Push } from '#contract/sync/protocol.ts'
import { readPerson } from '../platform/auth/people.ts'
import type { Context } from '../platform/context.ts'
import { Problem } from '../platform/problem.ts'
import { heldWithAct, type Result } from './answers.ts'
import { countEdits } from './quota.ts'
import { runMutations } from './run.ts'

type Answer = Pick<Result, 'outcome' | 'status' | 'body'>

const notByThem = (message: string): Answer => ({
  outcome: 'refused',
  status: 403,
  body: { code: 'forbidden', message },
})

/** The name of an edit that may be none. */
function idOf(raw: unknown): string {
  const id = (raw as { mutation_id?: unknown } | null)?.mutation_id
  return typeof id === 'string' ? id.slice(0, 64) : ''
}

/**
 * Whether an edit has more fields than any row, or longer names. Looked at first: the schema remembers a fault for each
 * of them, and a push holds tens of thousands.
 */
function hasTooManyFields(raw: unknown): boolean {
  const { call, base } = (raw ?? {}) as {
    call?: { body?: unknown } | null
    base?: { values?: unknown } | null
  }
  return [call?.body, base?.values].some((fields) => {
    if (typeof fields !== 'object' || fields === null) return false
    const names = Object.keys(fields)
    return names.length > MOST_FIELDS || names.some((name) => name.length > MOST_FIELD_CHARACTERS)
  })
}

const tooManyFields: Answer = {
  outcome: 'refused',
  status: 400,
  body: {
    code: 'invalid',
    message: `A change holds ${MOST_FIELDS} fields at most, with names of ${MOST_FIELD_CHARACTERS} letters.`,
  },
}

/** Returns the answer to a malformed edit. */
function malformed(error: Parameters<typeof fieldMessages>[0]): Answer {
  const fields = fieldMessages(error)
  const message = Object.entries(fields)
    .map(([field, text]) => `${field}: ${text}`)
    .join('\n')
  return { outcome: 'refused', status: 400, body: { code: 'invalid', message, fields } }
}

/** An edit of a device that was updated before this server: it is not understood, and waits on the device. */
const ofANewerVersion: Answer = {
  outcome: 'retry',
  status: 503,
  body: {
    message: 'This change was made by a newer version of Larder than the server has. It is sent again.',
  },
}

/**
 * The author of an exported edit as they are now: their account must be open, and they must have signed in on the
 * device that it was made on. Null where one of this does not hold.
 */
async function findAuthor({ pool, env }: Context, user: number, device: string): Promise<Person | null> {
  // Ids are as large as a number can be until they have been looked for.
  if (user <= 0 || user > 2_147_483_647) return null
  const signedIn = await pool.query('select from sessions where user_id = $1 and device_id = $2 limit 1', [
    user,
    device,
  ])
  return signedIn.rowCount ? readPerson(pool, env, user) : null
}

/**
 * A push comes from the device on which its session began: edits are written down as that device's. The edits in it may have
 * been made on another one (an imported outbox). Throws 403; the device keeps its edits.
 */
export function mustBeOf(device: string, push: Pick<Push, 'device_id'>): void {
  if (push.device_id === device) return
  throw new Problem(403, 'These changes come from another device than the one that signed in.', {
    code: OTHER_DEVICE,
  })
}

/** The same answers in the order of the push. */
export async function runPush(
  context: Context,
  person: Person,
  { device_id: device, mutations }: Push,
): Promise<Result[]> {
  const results: Result[] = []
  const answer = (at: number, mutation_id: string, said: Answer) => (results[at] = { mutation_id, ...said })
  /** Edits that may be run, with their places in the push, by their author. */
  const byAuthor = new Map<number, { author: Person; edits: Mutation[]; places: number[] }>()
  const authors = new Map<string, Promise<Person | null>>()
  /** Acts with an edit that was not let in: no edit of them is run. */
  const barred = new Set<unknown>()
  const bar = (at: number, raw: unknown, said: Answer) => {
    answer(at, idOf(raw), said)
    barred.add((raw as { act?: { id?: unknown } | null } | null)?.act?.id)
  }
  for (const [at, raw] of mutations.entries()) {
    if (hasTooManyFields(raw)) {
      bar(at, raw, tooManyFields)
      continue
    }
    const parsed = Mutation.safeParse(raw)
    if (!parsed.success) {
      bar(at, raw, malformed(parsed.error))
      continue
    }
    const edit = parsed.data
    const { mutation_id, user_id } = edit
    if (edit.schema_version > MUTATION_SCHEMA_VERSION) {
      answer(at, mutation_id, ofANewerVersion)
      continue
    }
    let author: Person | null = person
    if (user_id !== person.id) {
      if (!can(person, 'outbox.import')) {
        bar(at, raw, notByThem('This change was made by somebody else.'))
        continue
      }
      const name = `${user_id} ${edit.device_id}`
      const looked = authors.get(name) ?? findAuthor(context, user_id, edit.device_id)
      authors.set(name, looked)
      author = await looked
      if (!author) {
        bar(at, raw, notByThem('The person who made this change cannot sign in, or never did on its device.'))
        continue
      }
    }
    const own = byAuthor.get(user_id) ?? { author, edits: [], places: [] }
    own.edits.push(edit)
    own.places.push(at)
    byAuthor.set(user_id, own)
  }
  let stored = 0
  const onStored = (count: number) => (stored += count)
  for (const { author, edits, places } of byAuthor.values()) {
    const by = { person: author, device, ...(author.id !== person.id && { importedBy: person }) }
    const letIn = edits.filter(({ act }) => !act || !barred.has(act.id))
    const ran = await runMutations(context, by, letIn, { asksWhy: true, onStored })
    const answers = new Map(letIn.map((edit, n) => [edit, ran[n]!]))
    for (const [n, edit] of edits.entries())
      results[places[n]!] = answers.get(edit) ?? heldWithAct(edit.mutation_id)
  }
  await countEdits(context, person, stored)
  return results
}
