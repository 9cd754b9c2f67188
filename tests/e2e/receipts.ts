/** What the tests of the receipts' screens share. */
import type { Page, Request, Route } from '@playwright/test'

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')
export const pathOf = (request: Request) => new URL(request.url()).pathname.replace(/\/$/, '')

/** The calls about receipts that write, as they are sent. */
export function writes(page: Page) {
  const sent: { call: string; body: unknown }[] = []
  page.on('request', (one) => {
    if (one.method() !== 'GET' && /receipt|orderitems|convertrd/.test(pathOf(one)) && !isCompare(one))
      sent.push({ call: `${one.method()} ${pathOf(one)}`, body: one.postDataJSON() })
  })
  return sent
}
/** The comparison writes nothing, although it is posted. */
export const isCompare = (one: Request) => pathOf(one) === '/api/receiptdifferenceresult'

export const answer = (status: number, body: unknown) => (route: Route) =>
  route.fulfill({ status, json: body })
