/** What the tests of the receipts' screens share. */
import type { Page, Request, Route } from '@playwright/test'

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')
const pathOf = (request: Request) => new URL(request.url()).pathname.replace(/\/$/, '')

/** The comparison writes nothing, although it is posted. */
export const isCompare = (one: Request) => pathOf(one) === '/api/receiptdifferenceresult'

export const answer = (status: number, body: unknown) => (route: Route) =>
  route.fulfill({ status, json: body })
