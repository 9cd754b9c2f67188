/** Swap to a substitute (A189, A190) and linking barcodes (A228, A229, A295, A296), as acts. */
import type { Quantities } from './substitutes.ts'
import { isLocked, type Line, nameOf, unlockedItems } from './lines.ts'
import type { OrderItemRow } from '../orders/schema.ts'
import type { Product } from '../products/schema.ts'
import { asOne, isNothing, NOTHING, PICKING_FIELDS, type Act } from '../orders/acts.ts'
import { pick } from '../pick.ts'
import { chosenEnough } from './substitutes.ts'
import type { NewEdit } from '../sync/new-edit.ts'

/**
 * A new item for the substitute with the quantities of the old one, and the old one to zero, in one act; in a bulk pull
 * for the item of each order. The first product stays in `original_product` through any number of swaps.
 * `chosen` has the quantities that a person ordered instead, by item, where the substitute is sold in another unit;
 * nothing of it is picked yet. An item that is given nothing stays as it is (A241).
 *
 * Undone by zeroing the new item: a picker may not delete one (readings, "Swap").
 */
export function swapLine(
  line: Line,
  substitute: Product,
  newId: () => string,
  chosen?: ReadonlyMap<string, Quantities>,
): Act {
  const items = itemsToSwap(line).filter(({ id }) => !chosen || chosenEnough(chosen.get(id) ?? NONE))
  const swaps = items.map((item) => swapItem(line, item, substitute, newId, chosen?.get(item.id)))
  return {
    label: `swap of ${nameOf(line)}`,
    edits: swaps.flatMap(({ edits }) => edits),
    inverse: swaps.toReversed().flatMap(({ inverse }) => inverse),
  }
}

const NONE: Quantities = { units: 0, cases: 0 }

/** The items of a line that have anything to swap: one that was swapped before has nothing left. */
export const itemsToSwap = (line: Line): readonly OrderItemRow[] =>
  (isLocked(line) ? line.items : unlockedItems(line)).filter((item) => !isNothing(item))

function swapItem(
  line: Line,
  item: OrderItemRow,
  substitute: Product,
  newId: () => string,
  chosen?: Quantities,
): Act {
  const id = newId()
  const before = pick(item, ['units_ordered', 'cases_ordered', ...PICKING_FIELDS])
  return {
    label: `swap of ${nameOf(line)}`,
    edits: asOne(
      [
        {
          entity: 'orderitems',
          entity_id: id,
          method: 'POST',
          order: item.order,
          body: {
            id,
            order: item.order,
            product: substitute.upc,
            original_product: item.original_product ?? item.product,
            ...(chosen ? { ...NOTHING, units_ordered: chosen.units, cases_ordered: chosen.cases } : before),
          },
        },
        zeroed(item.id, item.order),
      ],
      newId,
    ),
    inverse: asOne(
      [
        {
          entity: 'orderitems',
          entity_id: item.id,
          method: 'PATCH',
          order: item.order,
          body: before,
        },
        zeroed(id, item.order),
      ],
      newId,
    ),
  }
}

const zeroed = (id: string, order: number): NewEdit => ({
  entity: 'orderitems',
  entity_id: id,
  method: 'PATCH',
  order,
  body: { ...NOTHING },
})

export function linkBarcode(barcode: string, line: Line): Act {
  return {
    label: `link of ${barcode}`,
    edits: [link(barcode, line.items[0]!.product)],
    inverse: [unlink(barcode)],
  }
}
export function unlinkBarcode(barcode: string, product: string): Act {
  return { label: `unlink of ${barcode}`, edits: [unlink(barcode)], inverse: [link(barcode, product)] }
}

const link = (barcode: string, product: string) =>
  ({ entity: 'barcodealternates', entity_id: barcode, method: 'POST', body: { barcode, product } }) as const
const unlink = (barcode: string) =>
  ({ entity: 'barcodealternates', entity_id: barcode, method: 'DELETE', body: null }) as const
