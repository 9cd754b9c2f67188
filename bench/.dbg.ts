import { openStack } from './stack.ts'
import { buildScreens } from './app.ts'
import { openDevice, profileIn } from './browser.ts'
const stack = await openStack()
await buildScreens()
const database = await stack.database('empty', { products: 100, orders: 0, oldOrders: 0 })
const server = await stack.server(database)
console.log(server.address)
const d = await openDevice(profileIn(stack.folder, 'x'))
d.page.on('console', (m) => console.log('console', m.type(), m.text()))
d.page.on('pageerror', (e) => console.log('pageerror', e))
d.page.on('requestfailed', (r) => console.log('failed', r.url(), r.failure()?.errorText))
d.page.on('response', (r) => console.log(r.status(), r.url()))
await d.page.goto(server.address)
await d.page.waitForTimeout(3000)
console.log(await d.page.evaluate(() => [location.href, document.body.innerHTML.slice(0, 1500), JSON.stringify(window.larderBench)]))
await d.page.goto(server.address + '/healthz'); console.log(await d.page.evaluate(() => fetch('/api/auth/', { method: 'POST' }).then((r) => r.status, String)))
const { addFloors } = await import('./app.ts'); await addFloors(d.page); console.log(await d.page.evaluate(() => window.larderFloors.pullBesideBulkPut('bench', 'harborvine', false)).catch(String))
await d.close(); await stack.stop(); process.exit()
