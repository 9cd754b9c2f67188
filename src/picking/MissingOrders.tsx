import { mergedInto } from '#contract/orders/merged-edits.ts'
import { isNotFound } from '#src/api/errors.ts'
import { to } from '#src/paths.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'

/** The most missing orders of one list that the server is asked about. */
const MOST_ASKED_ORDERS = 20

type Merged = readonly { id: number; into: number }[]

/** Asks which of these orders were merged into another one, and into which (docs/decisions/0136). */
const mergedAmong = (orders: readonly number[]): ServerQuery<Merged> => ({
  queryKey: ['orders', 'merged', orders],
  async read(client, signal) {
    const asked = orders.slice(0, MOST_ASKED_ORDERS).map(async (id) => {
      try {
        await client.api('GET', `orders/${id}`, { signal })
        return []
      } catch (error) {
        if (!isNotFound(error)) throw error
        const into = error.body['merged_into']
        return typeof into === 'number' ? [{ id, into }] : []
      }
    })
    return (await Promise.all(asked)).flat()
  },
})

interface MissingOrdersProps {
  /** Orders of a list that are not there. */
  orders: readonly number[]
  /** Returns the text about the orders that were not merged. */
  words: (orders: string) => string
  className?: string | undefined
}

/**
 * Says why orders of a list are not there. A merged order has a link to the order that it is in now; the others have the
 * screen's own words.
 */
export function MissingOrders({ orders, words, className }: MissingOrdersProps) {
  const { value, busy } = useServerQuery(mergedAmong(orders), { enabled: orders.length > 0 })
  if (orders.length === 0 || busy) return null
  const merged = value ?? []
  const others = orders.filter((order) => merged.every(({ id }) => id !== order))
  return (
    <>
      {merged.map(({ id, into }) => (
        <p key={id} role="status" className={className}>
          {`${mergedInto(id, into)} What was to be picked of it is there: `}
          <Link to={to.order(into)}>{`Order ${into}`}</Link>
        </p>
      ))}
      {others.length > 0 && (
        <p role="status" className={className}>
          {words(others.join(', '))}
        </p>
      )}
    </>
  )
}
