/** Edits as a device's outbox holds them, and the pushes that carry them. */
import { BARE_EDIT, MUTATION_SCHEMA_VERSION, type Mutation } from '#contract/sync/mutation.ts'
import type { PushResult } from '#contract/sync/protocol.ts'
import type { Answer, TestServer } from './app.ts'
import { nextId, type ItemRecord, type UserRecord } from './business.ts'

/** Who makes an edit. */
type Editor = Pick<UserRecord, 'id' | 'username'>

let seq = 0

/** Makes a permanent id as a device does. */
export const newId = nextId

/** Makes an edit of this person's device. A test names only the fields that it is about. */
export function makeEdit(by: Editor, over: Partial<Mutation> & Pick<Mutation, 'entity'>): Mutation {
  const entity_id = over.entity_id ?? newId()
  return {
    mutation_id: newId(),
    device_id: `device of ${by.username}`,
    user_id: by.id,
    entity_id,
    order: null,
    call: { method: 'PATCH', path: `/api/${over.entity}/${entity_id}/`, body: {} },
    ...BARE_EDIT,
    seq: ++seq,
    created_at: new Date().toISOString(),
    schema_version: MUTATION_SCHEMA_VERSION,
    ...over,
  }
}

/** Makes a change of an item; `base` is what the person saw of the fields before. */
export function patchOf(
  by: Editor,
  item: Pick<ItemRecord, 'id'>,
  body: Record<string, unknown>,
  base: Record<string, unknown> = {},
): Mutation {
  return makeEdit(by, {
    entity: 'orderitems',
    entity_id: item.id,
    call: { method: 'PATCH', path: `/api/orderitems/${item.id}/`, body },
    base: { version: null, values: base },
  })
}

/** Makes a new row of an entity, named by the device. */
export function postOf(
  by: Editor,
  entity: Mutation['entity'],
  entity_id: string,
  body: Record<string, unknown>,
): Mutation {
  const call = { method: 'POST' as const, path: `/api/${entity}/`, body }
  return makeEdit(by, { entity, entity_id, call })
}

/** Makes the removal of a row, with what the person saw of it. */
export function removalOf(
  by: Editor,
  entity: Mutation['entity'],
  entity_id: string,
  base: Record<string, unknown> = {},
): Mutation {
  const call = { method: 'DELETE' as const, path: `/api/${entity}/${entity_id}/`, body: null }
  return makeEdit(by, { entity, entity_id, call, base: { version: null, values: base } })
}

/** A placeholder for a value inside 50,000 arrays, which JSON.stringify could not write. */
export const DEEP = '@ deep'
const deep = `${'['.repeat(50_000)}1${']'.repeat(50_000)}`

/** Sends any value as a push of this person's device. */
export const pushRaw = (server: TestServer, username: string, mutations: unknown): Promise<Answer> =>
  server.call(username, 'POST', 'sync/push', {
    text: JSON.stringify({ device_id: `device of ${username}`, mutations }).replaceAll(`"${DEEP}"`, deep),
  })

/** Sends edits and returns the results, in the order of the edits. */
export async function push(
  server: TestServer,
  username: string,
  mutations: readonly unknown[],
): Promise<(PushResult & { body: Answer['body'] })[]> {
  const answer = await pushRaw(server, username, mutations)
  if (answer.status !== 200) throw new Error(`the push was answered ${answer.status}`)
  return answer.body.results
}
