import type { Engine } from '#src/sync/engine.ts'
import { snackbar } from '#src/ui/snackbar.ts'
import type { Cart, OrderingCustomer } from '../cart/index.ts'
import { placedWords, type Delivery, type Placed } from './place.ts'
import { keepPlaced } from './placed-note.ts'

/**
 * Says what became of an order: in the panel above the orders list where the server has it, else in passing, for the list itself
 * names what waits. A device without room for the panel says it in passing too.
 */
export async function tellPlaced(
  engine: Engine,
  placed: Placed,
  { customer, cart, delivery }: { customer: OrderingCustomer; cart: Cart; delivery: Delivery },
): Promise<void> {
  const words = placedWords(placed)
  if (placed.kind !== 'sent') return snackbar(words)
  try {
    await keepPlaced(engine, {
      words,
      order: placed.order,
      day: delivery.day,
      location: customer.company_location_data.find(({ id }) => id === delivery.location)?.name ?? '',
      products: cart.products.length,
      total: cart.total,
    })
  } catch {
    snackbar(words)
  }
}
