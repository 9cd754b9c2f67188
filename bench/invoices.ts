/** Compares how the product's server and the bare transaction make invoices. */
import path from 'node:path'
import pg from 'pg'
import { race } from './api.ts'
import type { LoadAnswer, LoadJob } from './load.ts'
import { startServer, startWorker } from './programs.ts'
import { signIn, type Stack } from './stack.ts'
import type { Figure } from './table.ts'

export async function invoices(stack: Stack): Promise<Figure[]> {
  const database = await stack.database('invoices', stack.sizes.invoices.business)
  const { orders, lines } = await picked(database)
  const real = await stack.server(database)
  const bare = await startServer(
    'bench/floors/bare-invoice.ts',
    { DATABASE_URL: database, NODE_ENV: 'production' },
    { log: path.join(stack.folder, 'bare-invoice.log') },
  )
  const loader = startWorker<LoadJob, LoadAnswer>('bench/load.ts')
  try {
    const call = {
      name: `POST generateinvoice, ${lines} picked lines`,
      floor: 'the bare transaction',
      method: 'POST' as const,
      paths: orders.map((id) => `/api/orders/${id}/generateinvoice`),
      // Each call makes the invoice again: only so are there more invoices than orders.
      body: '{"force_regenerate":true,"confirm_average":true,"confirm_unsent":true}',
      goal: null,
    }
    const headers = await signIn(real)
    await makeAll(
      call.paths.map((at) => `${real.address}${at}`),
      headers,
    )
    return await race(loader, stack.sizes.load, call, { real, bare }, headers)
  } finally {
    await Promise.all([real.stop(), bare.stop(), loader.stop()])
  }
}

/** Makes each invoice once: an invoice must be there before it can be made again. */
async function makeAll(calls: readonly string[], headers: Record<string, string>): Promise<void> {
  const body = '{"confirm_average":true,"confirm_unsent":true}'
  for (const call of calls) {
    const answer = await fetch(call, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
    if (!answer.ok) throw new Error(`${call} was answered ${answer.status}: ${await answer.text()}`)
  }
}

/** Returns the orders in which something is picked, and the count of such lines in one of them. */
async function picked(database: string): Promise<{ orders: number[]; lines: number }> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ id: number; lines: number }>(
    'select order_id as id, count(*)::int as lines from order_items where picked group by order_id order by 1',
  )
  await client.end()
  return { orders: rows.map(({ id }) => id), lines: rows[0]!.lines }
}
