import { openStack, signIn } from '/work/main/bench/stack.ts'
import { startServer, startWorker } from '/work/main/bench/programs.ts'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
const ticks = (pid: number) => {
  const s = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(s[11]) + Number(s[12])) * 10
}
const pgTicks = (ppid: number) => {
  let t = ticks(ppid)
  for (const p of readdirSync('/proc'))
    if (/^\d+$/.test(p))
      try {
        const s = readFileSync(`/proc/${p}/stat`, 'utf8').split(') ')[1]!.split(' ')
        if (Number(s[1]) === ppid) t += (Number(s[11]) + Number(s[12])) * 10
      } catch {}
  return t
}
const which = (process.env.W ?? 'orders,items,patch').split(',')
const stack = await openStack()
const database = await stack.database('api', { products: 20000, orders: 500, oldOrders: 500 })
const client = new pg.Client(database)
await client.connect()
const { rows } = await client.query(
  `select order_id as "order", (array_agg(id order by id))[1 + order_id % 40] as item from order_items group by order_id order by order_id`,
)
const pgpid = Number(
  readFileSync(path.join(stack.folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0],
)
const flags = process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/scratch/prof'] : []
const real = await stack.server(database, { flags })
const bare = await startServer(
  'bench/floors/bare-server.ts',
  { DATABASE_URL: database, NODE_ENV: 'production' },
  { log: '/tmp/scratch/bare.log' },
)
const loader = startWorker<any, any>('bench/load.ts')
const headers = await signIn(real)
const calls: any = {
  orders: { method: 'GET', paths: ['/api/orders/?no_page=1'], body: null },
  items: {
    method: 'GET',
    paths: rows.map((r: any) => `/api/orderitems/?order=${r.order}&no_page=1`),
    body: null,
  },
  patch: {
    method: 'PATCH',
    paths: rows.map((r: any) => `/api/orderitems/${r.item}`),
    body: '{"unit_quantity":#}',
  },
}
for (const name of which)
  for (const connections of (process.env.C ?? '1,16').split(',').map(Number)) {
    for (const [who, server] of [
      ['real', real],
      ['bare', bare],
    ] as const) {
      await loader.ask({
        ...calls[name],
        address: server.address,
        headers,
        connections,
        warm: 0,
        measure: Number(process.env.WARM ?? 1500),
      })
      const rates = [],
        node = [],
        pgc = []
      for (let i = 0; i < 3; i++) {
        const a = ticks(server.pid),
          b = pgTicks(pgpid)
        const r = await loader.ask({
          ...calls[name],
          address: server.address,
          headers,
          connections,
          warm: 0,
          measure: 2000,
        })
        rates.push(r.perSecond)
        node.push((ticks(server.pid) - a) / r.requests)
        pgc.push((pgTicks(pgpid) - b) / r.requests)
      }
      const m = (x: number[]) => x.sort((a, b) => a - b)[1]!
      console.log(
        name,
        connections,
        who,
        m(rates).toFixed(0) + '/s',
        'node',
        m(node).toFixed(3) + ' ms',
        'pg',
        m(pgc).toFixed(3) + ' ms',
      )
    }
  }
await client.end()
await Promise.all([real.stop(), bare.stop(), loader.stop()])
await stack.stop()
process.exit(0)
