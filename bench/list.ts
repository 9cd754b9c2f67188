/** A pick list of 2,000 rows on an office laptop's screen: a press, beside one on a list of 40, and scrolling. */
import type { Page } from '@playwright/test'
import pg from 'pg'
import { fullDevice } from './app.ts'
import { openDevice } from './browser.ts'
import { percentile } from './numbers.ts'
import { ITEMS_PER_ORDER } from './seed.ts'
import type { Sizes } from './sizes.ts'
import type { Stack } from './stack.ts'
import { note, round, type Figure } from './table.ts'

interface Times {
  presses: number[]
  frames: number[]
}

/** Opens the list as the generator hands it over. */
async function openList(
  page: Page,
  address: string,
  orders: readonly number[],
  settleMs: number,
): Promise<void> {
  await page.goto(`${address}/orders/picklist/details?from=picklist`)
  await page.getByRole('button', { name: 'Logout' }).waitFor()
  await page.evaluate((state) => history.replaceState({ ...history.state, ...state }, ''), {
    orders,
    bulk: false,
    sorting: 'bin',
  })
  await page.reload()
  await page.locator('tr[data-row]').first().waitFor()
  // The work that starts with a screen has ended by then; the measurement leaves it out.
  await page.waitForTimeout(settleMs)
}

/** Presses Picked on one row after the other, from the press until the changed box is on the glass; then scrolls. */
async function measure(page: Page, { presses, scrolls }: Sizes['list']): Promise<Times> {
  return page.evaluate(
    async ([presses, scrolls]) => {
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      const times: Times = { presses: [], frames: [] }
      for (let n = 0; n < presses; n++) {
        const boxes = document.querySelectorAll<HTMLInputElement>('tr[data-row] input[type=checkbox]')
        const box = boxes[(2 * n) % Math.min(16, boxes.length)]!
        const from = performance.now()
        const before = box.checked
        box.click()
        do await frame()
        while (box.isConnected && box.checked === before && performance.now() - from < 5_000)
        await frame()
        times.presses.push(performance.now() - from)
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
      const list = document.querySelector('tr[data-row]')!.closest('table')!.parentElement!
      const box = list.scrollHeight > list.clientHeight ? list : document.scrollingElement!
      let last = await frame()
      for (let n = 0; n < scrolls; n++) {
        box.scrollBy(0, 400)
        const now = await frame()
        times.frames.push(now - last)
        last = now
      }
      return times
    },
    [presses, scrolls] as const,
  )
}

async function ordersOf(database: string, count: number): Promise<number[]> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ id: number }>(
    `select id from orders where delivery_date >= current_date and not invoiced order by id limit $1`,
    [count],
  )
  await client.end()
  return rows.map(({ id }) => id)
}

export async function list(stack: Stack): Promise<Figure[]> {
  const size = stack.sizes.list
  const device = await fullDevice(stack)
  await device.server()
  const orders = await ordersOf(device.database, size.orders)
  const opened = await openDevice(device.profile, { cpu: size.cpu })
  try {
    await opened.page.setViewportSize({ width: 1440, height: 900 })
    await openList(opened.page, device.address, orders.slice(0, 1), size.settleMs)
    const short = await measure(opened.page, size)
    await openList(opened.page, device.address, orders, size.settleMs)
    const long = await measure(opened.page, size)
    const rows = (size.orders * ITEMS_PER_ORDER).toLocaleString('en-US')
    const p95 = ({ presses }: Times) => percentile(presses, 0.95)
    const frames = (share: number) => round(percentile(long.frames, share))
    return [
      {
        ...note(
          `pick list of ${rows} rows, a press until painted, CPU ${size.cpu}×, p95`,
          `${round(p95(long))} ms`,
          `${ITEMS_PER_ORDER} rows ${round(p95(short))} ms`,
        ),
        ratio: p95(long) / p95(short),
      },
      note(
        `  a frame while it is scrolled by 7 rows a frame, p50 and p95`,
        `${frames(0.5)} and ${frames(0.95)} ms`,
      ),
    ]
  } finally {
    await opened.close()
  }
}
