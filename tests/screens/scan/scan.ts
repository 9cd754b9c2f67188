/** What the tests of the scan screen share: an order opened on it, its parts by name, and what is stored of it. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type pg from 'pg'
import { openDatabase } from '#src/db/database.ts'
import { contextKey } from '#src/sync/store/meta.ts'
import { createKeyboard } from '../keyboard.ts'
import { expect, type Seat } from '../larder.tsx'
import { findDialog, noDialog, press } from '../reading.ts'

/**
 * Opens the scan of an order from the order itself, as a picker does, once the first pull is stored: until then an unknown
 * code is not called unknown.
 */
export async function openScan(seat: Seat, order: number, ...names: string[]): Promise<void> {
  await seat.open(`/order/${order}`)
  await seat.kept()
  await press('Scan')
  await screen.findByRole('list', { name: 'Items' })
  for (const name of names) await findCard(name)
}

/** Opens the bulk scan of some orders, as the generator hands it over. */
export async function openBulkScan(seat: Seat, orders: number[], ...names: string[]): Promise<void> {
  await seat.open('/orders')
  await seat.kept()
  const db = openDatabase(seat.person.id)
  const value = { orders, bulk: true, start: null, end: null, filter: null, sorting: 'bin' }
  await db.meta.put({ key: contextKey('scan:picklist'), value })
  db.close()
  await seat.open('/scan?from=picklist')
  await screen.findByRole('list', { name: 'Items' })
  for (const name of names) await findCard(name)
}

export const current = () => screen.getByRole('region', { name: 'Current item' })
export const cards = () => within(screen.getByRole('list', { name: 'Items' })).getAllByRole('listitem')
export const findCard = (name: string) =>
  waitFor(() => {
    const card = cards().find(({ textContent }) => textContent.includes(name))
    if (!card) throw new Error(`No card is of ${name}.`)
    return card
  })
export const expectCard = (name: string, words: string) =>
  waitFor(async () => expect((await findCard(name)).textContent).toContain(words))
export const expectCurrent = (name: string) => within(current()).findByRole('heading', { name })

/** The item that was just scanned or chosen, with so many pieces counted of those that were ordered. */
export async function expectCounted(name: string, counted: string): Promise<void> {
  await expectCurrent(name)
  await expectCard(name, counted)
}

/** Scans a code while a dialog is open: it is not counted, and the dialog says so. */
export async function expectIgnored(code: string, dialog: HTMLElement): Promise<void> {
  await createKeyboard().scan(code)
  await within(dialog).findByText('Not counted: answer this first.')
}

/** Makes an item the current one by its card. */
export async function choose(name: string): Promise<void> {
  await userEvent.click(within(await findCard(name)).getByRole('button'))
  await expectCurrent(name)
}
export const expectPressed = (name: string, value: boolean) =>
  waitFor(() =>
    expect(within(current()).getByRole('button', { name }).getAttribute('aria-pressed')).toBe(String(value)),
  )

/** Sends what was done, and closes what Save says of it. */
export async function save(): Promise<void> {
  await press('Save')
  await press('Confirm', await findDialog('Save the scan?'))
  await screen.findByText('Changes to the Scan has been successfully saved')
  await userEvent.keyboard('{Escape}')
  await noDialog()
}

export async function storedItem(pool: pg.Pool, id: string): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<Record<string, unknown>>(
    'select scanned, picked, unit_quantity, case_quantity from order_items where id = $1',
    [id],
  )
  return rows[0]!
}
