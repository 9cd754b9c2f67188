/** How many edits a second the server applies: in batches, one call at a time, and PostgreSQL's own batched UPDATE. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { MUTATION_SCHEMA_VERSION } from '#contract/sync/mutation.ts'
import { PUSH_BATCH, PushAnswer } from '#contract/sync/protocol.ts'
import { median } from './numbers.ts'
import { signIn, type Stack } from './stack.ts'
import { atLeast, note, round, type Figure } from './table.ts'

interface Item {
  id: string
  order: number
}

const UPDATE = `update order_items i set unit_quantity = v.quantity
  from unnest($1::uuid[], $2::int[]) as v(id, quantity) where i.id = v.id`

export async function edits(stack: Stack): Promise<Figure[]> {
  const size = stack.sizes.edits
  const database = await stack.database('edits', size.business)
  const server = await stack.server(database)
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    const headers = { ...(await signIn(server)), 'content-type': 'application/json' }
    const { rows: users } = await client.query<{ id: number }>(
      `select id from users where username = 'bench'`,
    )
    const { rows: items } = await client.query<Item>(
      `select id, order_id as "order" from order_items order by order_id, id limit ${size.batches * PUSH_BATCH}`,
    )
    const batches = Array.from({ length: size.batches }, (_, n) =>
      items.slice(n * PUSH_BATCH, (n + 1) * PUSH_BATCH),
    )
    const user = users[0]!.id

    function pushOf(batch: readonly Item[], quantity: number): string {
      const mutations = batch.map(({ id, order }, seq) => ({
        mutation_id: randomUUID(),
        device_id: 'bench',
        user_id: user,
        entity: 'orderitems',
        entity_id: id,
        order,
        call: { method: 'PATCH', path: `/api/orderitems/${id}`, body: { unit_quantity: quantity } },
        base: { version: null, values: {} },
        seq,
        created_at: new Date().toISOString(),
        schema_version: MUTATION_SCHEMA_VERSION,
      }))
      return JSON.stringify({ device_id: 'bench', mutations })
    }
    async function push(body: string): Promise<string> {
      const answer = await fetch(`${server.address}/api/sync/push`, { method: 'POST', headers, body })
      return answer.text()
    }
    function check(answer: string): void {
      const { results } = PushAnswer.parse(JSON.parse(answer))
      const refused = results.find(({ outcome }) => outcome !== 'applied')
      if (refused) throw new Error(`an edit was not applied: ${JSON.stringify(refused)}`)
    }
    async function call({ id }: Item, unit_quantity: number): Promise<void> {
      const body = JSON.stringify({ unit_quantity })
      const answer = await fetch(`${server.address}/api/orderitems/${id}`, { method: 'PATCH', headers, body })
      if (!answer.ok) throw new Error(`a call was answered ${answer.status}`)
      await answer.arrayBuffer()
    }
    const update = (batch: readonly Item[], quantity: number) =>
      client.query({
        name: 'floor',
        text: UPDATE,
        values: [batch.map(({ id }) => id), batch.map(() => quantity)],
      })
    const perSecond = async (count: number, work: () => Promise<unknown>) => {
      const from = performance.now()
      await work()
      return (count * 1_000) / (performance.now() - from)
    }
    const each = async <T>(list: readonly T[], work: (one: T) => Promise<unknown>) => {
      for (const one of list) await work(one)
    }

    const rates: [number, number, number][] = []
    // The first round warms everything up.
    for (let n = 0; n <= size.rounds; n++) {
      // The device's part, making edits and reading answers, is not the server's time.
      const bodies = batches.map((batch) => pushOf(batch, 3 * n + 1))
      const answers: string[] = []
      rates.push([
        await perSecond(items.length, () => each(bodies, async (body) => answers.push(await push(body)))),
        await perSecond(items.length, () => each(batches, (batch) => update(batch, 3 * n + 2))),
        await perSecond(size.singleCalls, () =>
          each(items.slice(0, size.singleCalls), (item) => call(item, 3 * n + 3)),
        ),
      ])
      answers.forEach(check)
    }
    const warm = rates.slice(1)
    const at = (place: 0 | 1 | 2) => median(warm.map((rate) => rate[place]))
    return [
      atLeast(
        `edits applied in batches of ${PUSH_BATCH}`,
        `${round(at(0))}/s`,
        `PostgreSQL's batched UPDATE ${round(at(1))}/s`,
        median(warm.map(([pushed, updated]) => pushed / updated)),
        0.4,
      ),
      note('  one call at a time', `${round(at(2))}/s`),
    ]
  } finally {
    await client.end()
    await server.stop()
  }
}
