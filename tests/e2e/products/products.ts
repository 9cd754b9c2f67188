/** What the tests of products share: products of their own, and what a page sends about them. */
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { callApi, expect, type Server } from '../larder.ts'

/** Of no product that there is. */
const newUpc = () => String(randomInt(900_000_000_000, 1_000_000_000_000 - 1))

/** A product of this test's own, in no order and on no list. */
export async function makeProduct(server: Server, over: object = {}): Promise<string> {
  const upc = newUpc()
  const body = { upc, name: `Product ${upc}`, item_code_id: `T${upc}`, warehouse_id: 3, ...over }
  const { status } = await callApi(server, 'office', 'POST', 'productedit/', body)
  expect(status).toBe(201)
  return upc
}

interface Sent {
  call: string
  body: Record<string, unknown>
}
/** The calls that a page sends, other than reading. */
export function sentBy(page: Page): Sent[] {
  const sent: Sent[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' || !/productedit|products|margintemplates/.test(pathname)) return
    const body = (request.postDataJSON() ?? {}) as Sent['body']
    sent.push({ call: `${request.method()} ${pathname}`, body })
  })
  return sent
}

/** Confirms a save, and closes what says how it ended. */
export async function confirm(page: Page, said: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText(said)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
}
