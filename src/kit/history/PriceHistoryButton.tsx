import { can } from '#contract/permissions.ts'
import { PriceHistoryEntry } from '#contract/products/price-history.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import { z } from 'zod'
import { HistoryButton } from './HistoryButton.tsx'
import type { HistoryLine } from './HistoryDialog.tsx'
import { useSignedIn } from '../signed-in.ts'

const PricePage = z.object({ results: PriceHistoryEntry.array() })

/** The latest changes that are shown. */
const SHOWN_CHANGES = 200

interface PriceHistoryButtonProps {
  /** Whose prices: of a product, of a location's fees, or of all refreshes. */
  of: { product: string } | { company_location: number } | { kind: 'refresh' }
}

/** Opens who changed prices, when, from what and to what. Only the office has it. */
export function PriceHistoryButton({ of }: PriceHistoryButtonProps) {
  if (!can(useSignedIn().person, 'fees.manage')) return null
  return (
    <HistoryButton
      label="Price history"
      title="Price history"
      query={priceHistoryQuery(of)}
      empty="No price has changed since the history began."
    />
  )
}

const priceHistoryQuery = (of: PriceHistoryButtonProps['of']): ServerQuery<HistoryLine[]> => ({
  queryKey: ['price history', of],
  async read(client, signal) {
    const { results } = await client.api('GET', 'pricehistory', {
      query: { ...of, limit: SHOWN_CHANGES },
      schema: PricePage,
      signal,
    })
    return results.map(lineOf)
  },
  isForm: true,
})

const lineOf = (change: PriceHistoryEntry): HistoryLine => ({
  id: change.id,
  title: titleOf(change),
  detail: `${change.from || 'none'} → ${change.to || 'none'}`,
  who: change.username || 'The server’s machine',
  at: change.at,
  note: '',
  code: '',
})

const FEE_TITLES = { margin: 'Margin', surcharge: 'Surcharge' } as const

function titleOf(change: PriceHistoryEntry): string {
  const { kind, what, product, product_name, order } = change
  const name = product_name || (product === null ? '' : `Product ${product}`)
  if (kind === 'product') return `${what} of ${name}`
  if (kind === 'refresh') return `${what} of ${name} in order ${order}, by Price Refresh`
  const places = [
    name,
    change.location_name || (change.company_location && `location ${change.company_location}`),
    change.warehouse_name || (change.warehouse && `warehouse ${change.warehouse}`),
  ]
  return `${FEE_TITLES[kind]}: ${places.filter(Boolean).join(', ')}`
}
