/** Races three plain calls of the product's server against the barest server that can answer them. */
import { deepStrictEqual } from 'node:assert'
import path from 'node:path'
import pg from 'pg'
import type { LoadAnswer, LoadJob } from './load.ts'
import { median } from './numbers.ts'
import { startServer, startWorker, type Server, type Worker } from './programs.ts'
import { ITEMS_PER_ORDER } from './seed.ts'
import type { Sizes } from './sizes.ts'
import { signIn, type Stack } from './stack.ts'
import { atLeast, note, round, type Figure } from './table.ts'

const CONNECTIONS = [1, 16]
const BARE = 'bare http + pg'

export interface Call {
  name: string
  /** The name of the bare server. */
  floor: string
  method: LoadJob['method']
  paths: string[]
  body: string | null
  /** The least ratio; null where the ratio is only reported. */
  goal: number | null
}

async function callsOf(database: string): Promise<Call[]> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ order: number; item: string }>(
    `select order_id as "order", (array_agg(id order by id))[1 + order_id % 40] as item
       from order_items group by order_id order by order_id`,
  )
  await client.end()
  return [
    {
      name: `GET orders, ${rows.length}`,
      floor: BARE,
      method: 'GET',
      paths: ['/api/orders/?no_page=1'],
      body: null,
      goal: 0.7,
    },
    {
      name: `GET orderitems, ${ITEMS_PER_ORDER} of an order`,
      floor: BARE,
      method: 'GET',
      paths: rows.map((row) => `/api/orderitems/?order=${row.order}&no_page=1`),
      body: null,
      goal: 0.7,
    },
    {
      name: 'PATCH orderitems/{id}',
      floor: BARE,
      method: 'PATCH',
      paths: rows.map((row) => `/api/orderitems/${row.item}`),
      body: '{"unit_quantity":#}',
      goal: 0.5,
    },
  ]
}

/**
 * Fails unless the bare server gives the same answer: otherwise the ratio means nothing. A PATCH's version differs,
 * because each server writes.
 */
async function checkAlike(
  call: Call,
  real: Server,
  bare: Server,
  headers: Record<string, string>,
): Promise<void> {
  const ask = async ({ address }: Server) => {
    const answer = await fetch(`${address}${call.paths[0]}`, {
      method: call.method,
      headers: { ...headers, ...(call.body && { 'content-type': 'application/json' }) },
      body: call.body?.replace('#', '7') ?? null,
    })
    const body = (await answer.json()) as unknown
    if (!answer.ok) throw new Error(`${call.name}: ${answer.status} ${JSON.stringify(body)}`)
    return call.method === 'GET' ? body : { ...(body as object), version: 0 }
  }
  const [answer, expected] = [await ask(real), await ask(bare)]
  deepStrictEqual(
    withFieldsOf(expected, answer),
    expected,
    `${call.name}: the bare server answers something else`,
  )
}

/** Returns the answer without the fields that the product has gained since the bare server was written. */
function withFieldsOf(expected: unknown, answer: unknown): unknown {
  if (Array.isArray(expected) && Array.isArray(answer))
    return answer.map((one, n) => withFieldsOf(expected[n], one))
  if (!isRecord(expected) || !isRecord(answer)) return answer
  const names = Object.keys(expected).filter((name) => name in answer)
  return Object.fromEntries(names.map((name) => [name, withFieldsOf(expected[name], answer[name])]))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export async function api(stack: Stack): Promise<Figure[]> {
  const database = await stack.database('api', stack.sizes.api.business)
  const calls = await callsOf(database)
  const real = await stack.server(database)
  const bare = await startServer(
    'bench/floors/bare-server.ts',
    { DATABASE_URL: database, NODE_ENV: 'production' },
    { log: path.join(stack.folder, 'bare-server.log') },
  )
  const loader = startWorker<LoadJob, LoadAnswer>('bench/load.ts')
  try {
    const headers = await signIn(real)
    const figures: Figure[] = []
    for (const call of calls) {
      await checkAlike(call, real, bare, headers)
      figures.push(...(await race(loader, stack.sizes.load, call, { real, bare }, headers)))
    }
    return figures
  } finally {
    await Promise.all([real.stop(), bare.stop(), loader.stop()])
  }
}

/** Measures how many calls each server answers in a second, over one and over many connections. */
export async function race(
  loader: Worker<LoadJob, LoadAnswer>,
  size: Sizes['load'],
  call: Call,
  { real, bare }: { real: Server; bare: Server },
  headers: Record<string, string>,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const connections of CONNECTIONS) {
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (let n = 0; n < size.rounds; n++)
      // The servers take turns, so that other load on the machine hits both.
      for (const [server, rates] of n % 2
        ? ([
            [bare, theirs],
            [real, ours],
          ] as const)
        : ([
            [real, ours],
            [bare, theirs],
          ] as const)) {
        const job = {
          ...call,
          address: server.address,
          headers,
          connections,
          warm: n === 0 ? size.firstWarmMs : size.warmMs,
          measure: size.measureMs,
        }
        rates.push((await loader.ask(job)).perSecond)
      }
    const ratio = median(ours.map((rate, n) => rate / theirs[n]!))
    const name = `${call.name}, ${connections === 1 ? 'one connection' : `${connections} connections`}`
    const [figure, beside] = [`${round(median(ours))}/s`, `${call.floor} ${round(median(theirs))}/s`]
    figures.push(
      call.goal === null
        ? { ...note(name, figure, beside), ratio }
        : atLeast(name, figure, beside, ratio, call.goal),
    )
  }
  return figures
}
