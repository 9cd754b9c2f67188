/** The "Weight / Lot" dialog, which the scan screen and the pick list both have. */
import { screen, within } from '@testing-library/react'
import type pg from 'pg'
import { makeProduct } from '../factories/business.ts'
import { makeFilled } from './picklist/pick-list.ts'

export const SAVING = 'Saving weight / lot information'
/** What makes a product a weighed one. */
export const WEIGHED = { weight_type: 'r/w', average_unit_weight: '4', average_case_weight: '20' }

/** Makes an order of ham with weights and lots, milk with lots, and pork with weights. */
export async function makeThreeKinds(pool: pg.Pool) {
  const weighed = async (name: string) => (await makeProduct(pool, { name, ...WEIGHED })).upc
  return makeFilled(pool, {
    Ham: { product: await weighed('Ham'), units_ordered: 2, cases_ordered: 1, lot_tracked: true },
    Milk: { units_ordered: 2, lot_tracked: true },
    Pork: { product: await weighed('Pork'), units_ordered: 3 },
  })
}

export const dialog = () => screen.getByRole('dialog', { name: 'Weight / Lot' })
/** One a piece. */
export const rows = () => within(dialog()).getAllByRole('group')

/** The pieces of an item as the database has them. */
export async function pieces(pool: pg.Pool, item: string) {
  const found = await pool.query<{ weight: string | null; lot: string | null }>(
    `select weight_lbs::float::text as weight, lot_code as lot from order_subitems
      where order_item_id = $1 order by id`,
    [item],
  )
  return found.rows
}
