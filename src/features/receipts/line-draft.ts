/** A receipt's line while a person corrects it, or adds one that is missing in the supplier's file. */
import type { ReceiptLine, ReceiptLineCreate } from '#contract/receipts/schema.ts'
import { bareCode, behindPrefix, lineKind } from '#contract/receipts/words.ts'
import { Amount, Quantity } from '#contract/values.ts'
import { ambiguityProblem } from '#src/ui/inputs/decimal.ts'

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

/** Returns why the draft cannot be saved; false where it can. */
export function draftProblem({ product, quantity, unit_type, total }: LineDraft): string | false {
  if (product.trim() === '') return 'Enter a product.'
  if (!Quantity.safeParse(quantity.trim()).success)
    return ambiguityProblem(quantity) ?? 'Enter a quantity such as 12 or 4.5.'
  if (unit_type === '' && lineKind(product) !== 'void') return 'Choose units or cases.'
  if (Amount.safeParse(total.trim()).success) return false
  return ambiguityProblem(total) ?? 'Enter a total such as 12.50.'
}

/**
 * Returns the body to send. The price of a piece is calculated again from total and quantity. A line that gets another
 * product loses the item code of the former one, and its name unless a person has typed another. The catalogue names it
 * then.
 */
export function lineToSave(
  receipt: number,
  line: ReceiptLine | null,
  { product, product_name, quantity, unit_type, total }: LineDraft,
): ReceiptLineCreate {
  const isOther = line !== null && bareCode(line.product) !== bareCode(product)
  const name = product_name.trim()
  return {
    receipt,
    product: product.trim(),
    product_name: isOther && name === line.product_name ? '' : name,
    item_code: isOther ? '' : (line?.item_code ?? ''),
    quantity: quantity.trim(),
    unit_type: unit_type as ReceiptLineCreate['unit_type'],
    total: total.trim(),
    ...(line && { line: line.line }),
  }
}

/** Whether a line has one of these codes, also where it takes goods back or the leading zeros are missing. */
export function isLineOf({ product }: Pick<ReceiptLine, 'product'>, codes: readonly string[]): boolean {
  const written = lineKind(product) === 'goods' ? product : behindPrefix(product)
  return codes.some((code) => bareCode(code) === bareCode(written))
}
