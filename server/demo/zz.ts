import setup from '/work/main/tests/setup/global.ts'
import { testDatabase } from '/work/main/tests/setup/database.ts'
const stop = await setup()
const t = await testDatabase()
const { makeDemo } = await import('./demo.ts')
const { makeOrders } = await import('./orders.ts')
const h={passwordHash:'x',today:'2026-11-21'}
for(let i=0;i<3;i++){const a=performance.now();await makeDemo(t.db,h);console.log('make',Math.round(performance.now()-a))}
for(let i=0;i<2;i++){const a=performance.now();makeOrders('2026-11-21');console.log('orders',Math.round(performance.now()-a))}
await t.drop(); await stop()
