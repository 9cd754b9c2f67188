/** The built app on a device: its build, the code of the floors for its pages, and a person with a full device. */
import path from 'node:path'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { build, type Rolldown } from 'vite'
import { checkout } from '#server/env.ts'
import { freePort } from '#server/platform/port.ts'
import { openDevice, profileIn, until } from './browser.ts'
import type { Server } from './programs.ts'
import { SIGN_IN } from './seed.ts'
import type { Stack } from './stack.ts'

const bundles = new Map<string, Promise<string>>()
/** Runs a program of the checkout in the page. By the debugger, which the page's security policy does not bind. */
export async function addBundle(page: Page, program: string): Promise<void> {
  const bundle = bundles.get(program) ?? bundled(program)
  bundles.set(program, bundle)
  await page.evaluate(await bundle)
}

async function bundled(program: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: path.join(checkout, program), formats: ['iife'], name: 'larderBundle' },
    },
  })
  return ([built].flat()[0] as Rolldown.RolldownOutput).output[0].code
}

/** Puts `window.larderFloors` into the page. */
export const addFloors = (page: Page): Promise<void> => addBundle(page, 'bench/floors/device.ts')

/** A device that has pulled everything and has a scan list open, and the server that it knows. */
export interface FullDevice {
  profile: string
  /** The server's address, with or without the server. */
  address: string
  order: number
  /** The address of the server's database. */
  database: string
  /** The server, started where it is not running. */
  server(): Promise<Server>
  stopServer(): Promise<void>
}

const made = new WeakMap<Stack, Promise<FullDevice>>()
/** Its business is pulled by the app itself; made once a run. */
export function fullDevice(stack: Stack): Promise<FullDevice> {
  const device = made.get(stack) ?? makeDevice(stack)
  made.set(stack, device)
  return device
}

async function makeDevice(stack: Stack): Promise<FullDevice> {
  const database = await stack.database('device', stack.sizes.device.business)
  const port = await freePort()
  let running: Server | undefined
  const server = async () => (running ??= await stack.server(database, { port }))
  await server()
  const address = `http://localhost:${port}`
  const profile = profileIn(stack.folder, 'full')
  const { page, close } = await openDevice(profile)
  await page.goto(address)
  await page.getByLabel('Username').fill(SIGN_IN.username)
  await page.getByLabel('Password', { exact: true }).fill(SIGN_IN.password)
  await page.getByRole('button', { name: 'SIGN IN' }).click()
  await page.getByRole('button', { name: 'Logout' }).waitFor()
  await until(page, isWhole)
  const order = await untouchedOrder(database)
  await page.goto(`${address}/order/${order}`)
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  await page.getByRole('list', { name: 'Items' }).waitFor()
  await until(page, isAppKept)
  await close()
  return {
    profile,
    address,
    order,
    database,
    server,
    async stopServer() {
      await running?.stop()
      running = undefined
    },
  }
}

/** Runs in the page: the product's service worker has kept every file of the app. */
async function isAppKept(): Promise<boolean> {
  const { active } = await navigator.serviceWorker.ready
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve((data as { whole: boolean }).whole))
    port1.start()
  })
  active!.postMessage({ type: 'PRECACHE_REST' }, [port2])
  return answer
}

/** Runs in the page. The cursor of a full pull names the table that it has come to; a finished one names none. */
export async function isWhole(): Promise<boolean> {
  const name = (await indexedDB.databases())
    .map((one) => one.name ?? '')
    .find((one) => /^larder-\d+$/.test(one))
  if (!name) return false
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error!))
  })
  try {
    const cursor = await new Promise<{ value?: string } | undefined>((resolve, reject) => {
      const request = db.transaction('meta').objectStore('meta').get('cursor')
      request.addEventListener('success', () => resolve(request.result as { value?: string } | undefined))
      request.addEventListener('error', () => reject(request.error!))
    })
    return /^[^~]+~[^~]+~[^~]+$/.test(cursor?.value ?? '')
  } finally {
    db.close()
  }
}

/** The first order from today on of which nothing is picked. */
export async function untouchedOrder(database: string): Promise<number> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ id: number }>(
    `select id from orders where status = 'placed' and delivery_date >= current_date order by delivery_date, id limit 1`,
  )
  await client.end()
  return rows[0]!.id
}

/** Lines of an order that are counted without a question, with how many units each has. */
export async function plainLines(database: string, order: number): Promise<{ upc: string; units: number }[]> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ upc: string; units: number }>(
    `select i.product as upc, i.units_ordered as units from order_items i join products p on p.upc = i.product
      where i.order_id = $1 and p.weight_type = '' and not i.lot_tracked order by i.id`,
    [order],
  )
  await client.end()
  return rows
}
