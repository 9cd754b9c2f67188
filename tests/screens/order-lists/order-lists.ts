/** What the tests of a customer's order lists share. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { TestServer } from '../../factories/app.ts'
import { makeLocation, makeOrderList, makeProduct, type ProductRecord } from '../../factories/business.ts'
import { expect } from '../larder.tsx'
import type { Call } from '../network.ts'
import { findButton, findDialog, findField, isEnabled, noDialog, press } from '../reading.ts'

export interface Place {
  id: number
  list: number
  name: string
  company: number
  path: string
  products: ProductRecord[]
}

/** A location with one list: these categories, and three products in the first of them. */
export async function makePlace(
  { database: { pool } }: TestServer,
  category_names = ['Oils', 'Dry', 'Frozen'],
): Promise<Place> {
  const { id, name, company_id } = await makeLocation(pool)
  const products = [
    await makeProduct(pool, { name: 'Olive Oil' }),
    await makeProduct(pool, { name: 'Walnut Oil' }),
    await makeProduct(pool, { name: 'Ghee' }),
  ]
  const list = await makeOrderList(
    pool,
    products.map(({ upc }) => upc),
    { company_location_id: id, category_names, public_name: '' },
  )
  await pool.query('update order_list_rows set category_name = $2 where order_list_id = $1', [
    list,
    category_names[0],
  ])
  return { id, list, name, company: company_id, path: `/customer/${id}/orderlists`, products }
}
export const names = () =>
  screen.queryAllByRole<HTMLInputElement>('textbox', { name: /^Name of category/ }).map(({ value }) => value)
export const showsNames = (...expected: string[]) => waitFor(() => expect(names()).toEqual(expected))
export const saves = (calls: readonly Call[]) =>
  calls.filter(({ method, path }) => method !== 'GET' && path.startsWith('orderlists'))
/** Presses Save and says yes. */
export async function saveList() {
  await press('Save')
  await press('Confirm', await findDialog('Save this order list?'))
  await screen.findByText('The order list has been saved.')
  await userEvent.keyboard('{Escape}')
  await noDialog()
}
/** Imports a file with this content. */
export const importFile = (name: string, content: BlobPart) => importOf(new File([content], name))
export async function importOf(file: File) {
  const button = await findButton('Import')
  await waitFor(() => expect(isEnabled(button)).toBe(true))
  // A file that is dropped may be of any kind.
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(await findField('The file to import'), file)
}
