/** A receipt's line while somebody corrects it, or adds one that the supplier's file did not have. */
import type { ReceiptLine, ReceiptLineCreate } from '#contract/receipts/schema.ts'
import { bareCode, behindPrefix, lineKind } from '#contract/receipts/words.ts'
import { Amount, Quantity } from '#contract/values.ts'

/** As it is typed. */
export type LineDraft = Record<'product' | 'product_name' | 'quantity' | 'unit_type' | 'total', string>

export const lineDraftOf = (
  line: ReceiptLine | null,
  product: { upc: string; name: string } | null,
): LineDraft => ({
  product: line?.product ?? product?.upc ?? '',
  product_name: line?.product_name ?? product?.name ?? '',
  quantity: line?.quantity ?? '',
  unit_type: line?.unit_type ?? 'U',
  total: line?.total ?? '',
})

/** Why it cannot be saved; false where it can. */
export function draftProblem({ product, quantity, unit_type, total }: LineDraft): string | false {
  if (product.trim() === '') return 'Enter a product.'
  if (!Quantity.safeParse(quantity.trim()).success) return 'Enter a quantity such as 12 or 4.5.'
  if (unit_type === '' && lineKind(product) !== 'void') return 'Choose units or cases.'
  return !Amount.safeParse(total.trim()).success && 'Enter a total such as 12.50.'
}

/** What is sent. The price of a piece is reckoned anew from total and quantity. */
export const lineToSave = (
  receipt: number,
  line: ReceiptLine | null,
  { product, product_name, quantity, unit_type, total }: LineDraft,
): ReceiptLineCreate => ({
  receipt,
  product: product.trim(),
  product_name: product_name.trim(),
  item_code: line?.item_code ?? '',
  quantity: quantity.trim(),
  unit_type: unit_type as ReceiptLineCreate['unit_type'],
  total: total.trim(),
  ...(line && { line: line.line }),
})

/** Whether a line is of one of these codes, also where it takes something back or the zeros in front are gone. */
export function isLineOf({ product }: Pick<ReceiptLine, 'product'>, codes: readonly string[]): boolean {
  const written = lineKind(product) === 'goods' ? product : behindPrefix(product)
  return codes.some((code) => bareCode(code) === bareCode(written))
}
