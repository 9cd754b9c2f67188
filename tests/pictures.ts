/** `npm run pictures`: makes the pictures of README and of the manifest again, on a demo of today. See `USAGE`. */
import { chromium, type Page } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { checkout } from '#server/env.ts'
import { runCommand } from '#server/platform/command.ts'
import { buildScreens, needsBuild } from '#server/screens-build.ts'
import { PASSWORD } from './factories/app.ts'
import { isPulled } from './e2e/larder.ts'
import { makeServer, type Server } from './process/product.ts'
import { endAll } from './process/server.ts'
import { BROWSER_FLAGS, findBrowser } from './setup/browser.ts'

const USAGE = `Usage: npm run pictures
Makes the pictures in docs/pictures and public/screenshots anew, on a demo of today.
  --help  prints this`

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 800 }

interface Picture {
  /** The paths from the checkout. */
  files: string[]
  /** The signed-in person. */
  person: string
  size: typeof PHONE
  /** Opens the shown page. */
  show(page: Page): Promise<void>
}

/** Opens the scan of the first order of the list. */
async function openScan(page: Page): Promise<void> {
  await page.goto('/orders')
  await page
    .getByRole('link', { name: /^Edit order / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  await page.getByRole('progressbar').first().waitFor()
}

const PICTURES: Picture[] = [
  {
    files: ['docs/pictures/scan.png', 'public/screenshots/scan.png'],
    person: 'picker',
    size: PHONE,
    show: openScan,
  },
  {
    files: ['docs/pictures/create-orders.png', 'public/screenshots/create-orders.png'],
    person: 'chef',
    size: PHONE,
    async show(page) {
      await page.goto('/orders/add')
      await page
        .getByText(/\d\.\d\d/)
        .nth(6)
        .waitFor()
    },
  },
  {
    files: ['docs/pictures/orders.png', 'public/screenshots/orders.png'],
    person: 'office',
    size: DESK,
    async show(page) {
      await page.goto('/orders')
      await page.getByRole('table', { name: 'Orders' }).waitFor()
      await page
        .getByRole('region', { name: 'Today' })
        .getByText(/\d orders?/)
        .waitFor()
    },
  },
  {
    files: ['docs/pictures/invoice.png'],
    person: 'office',
    size: DESK,
    async show(page) {
      await page.goto('/orders?status=invoiced&day=all')
      const table = page.getByRole('table', { name: 'Orders' })
      const order = await table
        .getByRole('link', { name: /^Edit order / })
        .first()
        .innerText()
      await page.goto(`/order/${order}/invoice`)
      await page.getByText('Total', { exact: true }).first().waitFor()
    },
  },
  {
    files: ['docs/pictures/figures.png'],
    person: 'manager',
    size: DESK,
    async show(page) {
      await page.goto('/figures')
      await page.getByRole('table', { name: 'Sales by day' }).waitFor()
    },
  },
  {
    files: ['docs/pictures/customer.png'],
    person: 'sales',
    size: DESK,
    async show(page) {
      await page.goto('/customer/3')
      await page.getByRole('region', { name: 'At a glance' }).getByText('Last ordered').waitFor()
    },
  },
]

/**
 * Runs in the page: waits until every picture and letter is drawn. It is text, because tsx marks functions with a
 * helper that a page does not have.
 */
const ALL_DRAWN = `Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode().catch(() => null))])`

async function signIn(page: Page, server: Server, person: string): Promise<void> {
  await page.goto(server.url)
  await page.getByLabel('Username').fill(person)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'SIGN IN' }).click()
  await page.getByRole('button', { name: 'Logout' }).waitFor()
  while (!(await isPulled(page)));
}

await runCommand({ usage: USAGE, options: {}, mostWords: 0 }, async () => {
  if (needsBuild()) await buildScreens()
  const server = await makeServer()
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS })
  try {
    for (const { files, person, size, show } of PICTURES) {
      const page = await browser.newPage({ baseURL: server.url, viewport: size, colorScheme: 'light' })
      await signIn(page, server, person)
      await show(page)
      await page.evaluate(ALL_DRAWN)
      const picture = await page.screenshot({ animations: 'disabled' })
      for (const file of files) writeFileSync(path.join(checkout, file), picture)
      console.log(files.join(', '))
      await page.close()
    }
  } finally {
    await browser.close()
    await endAll()
  }
})
process.exit()
