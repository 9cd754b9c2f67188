import { openStack } from './stack.ts'
import { fullDevice, plainLines } from './app.ts'
import { openDevice } from './browser.ts'
const stack = await openStack()
const device = await fullDevice(stack)
const lines = await plainLines(device.database, device.order)
console.log(device.order, lines.length, lines[0])
const { page, close } = await openDevice(device.profile, { cpu: 6 })
page.on('pageerror', (e) => console.log('pageerror', e))
page.on('console', (m) => console.log(m.type(), m.text()))
await page.goto(`${device.address}/scan?from=order`)
await page.getByRole('listitem').first().waitFor()
await page.waitForTimeout(4000)
for (let n = 0; n < 40; n++) {
  const code = lines[n % lines.length]!.upc
  await page.keyboard.type(code, { delay: 6 })
  await page.keyboard.press('Enter')
  try { await page.waitForFunction((c) => (window.larderBench?.scans.length ?? 0) > c, n, { polling: 50, timeout: 8000 }) } catch (e) {
    console.log('stuck at', n, code, await page.evaluate(() => [JSON.stringify(window.larderBench), document.querySelector('[aria-live]')?.textContent, document.querySelector('main')?.innerText.slice(0, 900)]))
    await page.screenshot({ path: '/tmp/scratch/stuck.png' }); break
  }
  await page.waitForTimeout(350)
}
console.log(await page.evaluate(() => window.larderBench!.scans.slice(-10).map((s) => [s.stored - s.key, s.painted - s.key].map(Math.round).join('/')).join(' ')))
await close(); await stack.stop(); process.exit()
