/** Linking and unlinking a barcode (A251, A294–A296): the one catalogue edit that a picker makes without a network. */
import { can, type Person } from '../permissions.ts'
import { invalid, refuse, unknownRow, type Outcome } from '../sync/outcome.ts'
import type { World } from '../sync/world.ts'
import type { Edit } from '../orders/mutations.ts'
import { BarcodeAlternate } from './schema.ts'

const FORBIDDEN = 'Only pickers and staff may link barcodes.'

export function performLink(edit: Edit, world: World, person: Person): Outcome {
  if (!can(person, 'barcodes.link')) return refuse(403, 'forbidden', FORBIDDEN)
  const parsed = BarcodeAlternate.strict().safeParse(edit.call.body ?? {})
  if (!parsed.success) return invalid(parsed.error)
  const row = parsed.data
  // The row's key is the code itself: by another one neither a clash would be found nor the row afterwards.
  if (edit.entity_id !== row.barcode)
    return refuse(400, 'invalid', 'barcode: is not the one that the change is about', {
      barcode: 'is not the one that the change is about',
    })
  const linked = world.barcode(row.barcode)
  if (linked && linked.product !== row.product)
    return {
      kind: 'conflict',
      status: 409,
      code: 'conflict',
      message: `Barcode ${row.barcode} is already linked to ${linked.product}.`,
      fields: { product: { mine: row.product, theirs: linked.product, base: null } },
      deleted: false,
    }
  if (!world.product(row.product))
    return refuse(400, 'invalid', `product: there is no product ${row.product}`, {
      product: 'is not a product',
    })
  return { kind: 'applied', status: 201, row, changes: linked ? [] : [{ table: 'barcodes', row }] }
}

export function performUnlink(edit: Edit, world: World, person: Person): Outcome {
  if (!can(person, 'barcodes.link')) return refuse(403, 'forbidden', FORBIDDEN)
  const code = edit.entity_id
  const linked = world.barcode(code)
  if (!linked)
    return world.wasDeleted('barcodealternates', code)
      ? { kind: 'applied', status: 204, row: null, changes: [] }
      : unknownRow('barcode')
  const { product: seen = linked.product } = edit.base.values
  if (seen !== linked.product)
    return {
      kind: 'conflict',
      status: 409,
      code: 'conflict',
      message: `Barcode ${code} is linked to ${linked.product} now.`,
      fields: { product: { mine: undefined, theirs: linked.product, base: seen } },
      deleted: false,
    }
  return { kind: 'applied', status: 204, row: null, changes: [{ table: 'barcodes', gone: code }] }
}
