/** Which product an edit is about. An edit names its row by an id; people know the product by its name. */
import type { Mutation } from '#contract/sync/mutation.ts'
import type { LarderDatabase } from '#src/db/database.ts'

/** An edit of this device's own knows its product, also when no row does any more. */
type NamedEdit = Mutation & { product?: string | null }

export interface Names {
  /** The name of the product that an edit is about; null where the device does not know it any more. */
  of: (edit: NamedEdit) => string | null
  /** The name of a product by its code; the code itself where the device does not know it. */
  product: (upc: string) => string
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const defined = (list: readonly (string | undefined)[]) => [
  ...new Set(list.filter((one): one is string => one !== undefined)),
]

/** Looks the names of all these edits up at once: three reads, however many there are. */
export async function namesOf(db: LarderDatabase, edits: readonly NamedEdit[]): Promise<Names> {
  const said = new Map<string, string>()
  for (const { entity, entity_id, call, base } of edits) {
    // A row that is gone is known by the edit that made it, or by what was seen when it was changed.
    const parent = text(call.body?.[entity === 'ordersubitems' ? 'order_item' : 'product'])
    const seen = entity === 'orderitems' ? text(base.values['product']) : undefined
    const of = entity === 'orderitems' && call.method === 'PATCH' ? (seen ?? parent) : (parent ?? seen)
    if (of && !said.has(entity_id)) said.set(entity_id, of)
  }
  const idsOf = (entity: string) =>
    defined(edits.map((edit) => (edit.entity === entity ? edit.entity_id : undefined)))
  const pieces = await db.subitems.bulkGet(idsOf('ordersubitems'))
  const itemOfPiece = new Map(pieces.flatMap((piece) => (piece ? [[piece.id, piece.order_item]] : [])))
  const itemOf = ({ entity_id }: Mutation) => itemOfPiece.get(entity_id) ?? said.get(entity_id)
  const parents = edits.map((edit) => (edit.entity === 'ordersubitems' ? itemOf(edit) : undefined))
  const items = await db.items.bulkGet(defined([...idsOf('orderitems'), ...parents]))
  const productOfItem = new Map(items.flatMap((item) => (item ? [[item.id, item.product]] : [])))
  const ofItem = (id: string | undefined) =>
    id === undefined ? undefined : (productOfItem.get(id) ?? said.get(id))
  const seenIn = (edit: NamedEdit): string | undefined => {
    if (edit.entity === 'orders') return undefined
    if (edit.entity === 'orderitems') return ofItem(edit.entity_id)
    return edit.entity === 'ordersubitems' ? ofItem(itemOf(edit)) : said.get(edit.entity_id)
  }
  const upcOf = (edit: NamedEdit): string | undefined => seenIn(edit) ?? text(edit.product)
  const mentioned = edits.flatMap(({ call, base }) =>
    [call.body?.['product'], call.body?.['original_product'], base.values['product']].map(text),
  )
  const products = await db.products.bulkGet(defined([...edits.map(upcOf), ...mentioned]))
  const byUpc = new Map(products.flatMap((product) => (product ? [[product.upc, product.name]] : [])))
  const product = (upc: string) => byUpc.get(upc) ?? upc
  return {
    product,
    of(edit) {
      const upc = upcOf(edit)
      return upc === undefined ? null : product(upc)
    },
  }
}
