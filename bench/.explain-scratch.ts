import { openStack } from '/work/main/bench/stack.ts'
import pg from 'pg'
const stack = await openStack()
const database = await stack.database('api', { products: 20000, orders: 500, oldOrders: 500 })
const client = new pg.Client(database)
await client.connect()
const person: any = { id: 1, username: 'bench', role_id: 5, is_staff: true, company: null }
const { rows } = await client.query(`select id, order_id from order_items limit 1 offset 777`)
const statements: any[] = []
const spy: any = {
  query(q: any) {
    statements.push(q)
    return client.query(q)
  },
}
const { loadWorld } = await import('#server/sync/world.ts')
const { Writes, summariseOrders } = await import('#server/sync/write.ts')
await client.query('begin')
const edit: any = {
  entity: 'orderitems',
  entity_id: rows[0].id,
  call: { method: 'PATCH', path: '', body: { unit_quantity: 3 } },
  base: { version: null, values: {} },
  adds: null,
}
const world = await loadWorld(spy, person, [edit])
const w = new Writes()
w.add({ table: 'items', row: world.item(rows[0].id)! } as any, false, rows[0].order_id)
await w.store(spy)
const { findStored } = await import('#server/sync/stored.ts')
await findStored(spy, ['abc'])
await client.query('commit')
if (process.env.EXTRA) {
  const { ITEM_SQL, ORDER_SQL } = await import('#server/orders/present.ts')
  statements.push({
    name: 'items',
    text: `select coalesce(json_agg(t), '[]')::text as json from (${ITEM_SQL} where i.order_id = any($1::int[]) order by i.id) t`,
    values: [[rows[0].order_id]],
  })
}
await client.query('set plan_cache_mode = force_generic_plan; set enable_seqscan = off')
await client.query('set max_parallel_workers_per_gather = 0')
const lit = (v: any) =>
  v === null ? 'null' : Array.isArray(v) ? `'{${v.join(',')}}'` : `'${String(v).replaceAll("'", "''")}'`
for (const q of statements) {
  const name = `"x ${q.name}"`
  await client.query(`prepare ${name} as ${q.text}`)
  const call = `execute ${name}${q.values.length ? `(${q.values.map(lit).join(',')})` : ''}`
  for (let i = 0; i < 3; i++) await client.query(call)
  await client.query('begin')
  const t = performance.now()
  for (let i = 0; i < 50; i++) await client.query(call)
  const ms = (performance.now() - t) / 50
  await client.query('rollback')
  const plan = (await client.query(`explain (analyze, costs on, timing off) ${call}`)).rows.map(
    (r: any) => r['QUERY PLAN'],
  )
  console.log('=====', q.name, ms.toFixed(3), 'ms')
  console.log(plan.slice(0, 40).join('\n'))
}
await client.end()
await stack.stop()
process.exit(0)
