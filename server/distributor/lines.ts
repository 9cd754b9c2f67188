/** The distributor's name and contact lines (docs/decisions/0030, 0103). */
import type { Letterhead } from '#contract/distributor/schema.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Context } from '../platform/context.ts'
import { isDemoInUse } from '../platform/demo-mark.ts'
import { readSettings } from '../settings/store.ts'

/** The lines of the demo distributor. */
const DEMO_LINES = [
  'Harbor & Vine Provisions',
  '48 Pier Street, Jersey City, NJ 07302',
  '(201) 555-0148',
  'orders@harborvine.example',
]
/** The lines until the office has set its own. */
const PLACEHOLDER = [
  'Your food distributor',
  'Street and number, city',
  '(000) 000-0000',
  'orders@example.com',
]

type LinesContext = Pick<Context, 'pool' | 'env'>

async function contactLines(context: LinesContext, { contact_block }: Settings): Promise<string[]> {
  if (contact_block.length > 0) return contact_block
  return [...(context.env.DISTRIBUTOR ?? ((await isDemoInUse(context)) ? DEMO_LINES : PLACEHOLDER))]
}

/** Returns the distributor's lines, its name first, for any caller (A086). */
export const distributorLines = async (context: LinesContext): Promise<string[]> =>
  contactLines(context, await readSettings(context.pool))

/** Returns the head of an invoice and a delivery ticket (B003): its own lines where the office has set some. */
export async function letterhead(context: LinesContext): Promise<Letterhead> {
  const settings = await readSettings(context.pool)
  const { invoice_header, weigh_ticket } = settings
  const lines = invoice_header.length > 0 ? invoice_header : await contactLines(context, settings)
  return { lines, weigh_ticket, time_zone: context.env.TIME_ZONE }
}
