/** The products on receipts: what was bought, taken back and surcharged (readings, "Receipts compared with orders"). */
import { z } from 'zod'
import { bareCode, behindPrefix, lineKind, signed } from '#contract/receipts/words.ts'
import type { ComparedLine } from './compare.ts'

export const StoredLine = z.object({
  receipt: z.number(),
  product: z.string(),
  unit_type: z.string(),
  quantity: z.string(),
  total: z.string(),
})
export type StoredLine = z.infer<typeof StoredLine>
/** A line with its code as it is written, and without its zeros. Its product is not looked up yet. */
export type CodedLine = Omit<ComparedLine, 'product' | 'otherCode'> & { written: string; code: string }

/**
 * Returns the lines of products. A void takes from the goods of its code. A surcharge counts where a line of the same
 * receipt has its code: any other is of the receipt and of no product.
 */
export function goodsOf(lines: readonly StoredLine[]): CodedLine[] {
  const goods = goodsByCode(lines)
  return lines.flatMap((line): CodedLine[] => {
    const { product, quantity, total } = line
    const kind = lineKind(product)
    const written = kind === 'goods' ? product.trim() : behindPrefix(product)
    const code = bareCode(written)
    const same = goods.get(keyOf(line.receipt, code)) ?? []
    if (kind === 'surcharge' && same.length === 0) return []
    return [
      {
        written,
        code,
        unit_type: kind === 'void' ? voidedType(line, same) : typeOf(line),
        quantity: signed(product, quantity),
        total: signed(product, total),
        isSurcharge: kind === 'surcharge',
      },
    ]
  })
}

const keyOf = (receipt: number, code: string) => `${receipt} ${code}`

/** Groups what was bought by receipt and code: a comparison may have thousands of lines. */
function goodsByCode(lines: readonly StoredLine[]): Map<string, StoredLine[]> {
  const goods = new Map<string, StoredLine[]>()
  for (const line of lines) {
    const { receipt, product } = line
    if (lineKind(product) !== 'goods') continue
    const key = keyOf(receipt, bareCode(product))
    const same = goods.get(key)
    if (same) same.push(line)
    else goods.set(key, [line])
  }
  return goods
}

const typeOf = ({ unit_type }: StoredLine) => (unit_type === 'C' ? 'C' : 'U')
const withoutSign = (amount: string) => Number(amount.replace('-', ''))

/**
 * Returns the type that the product has on the receipt; with both, that of the line of equal quantity and total; else
 * U.
 */
function voidedType(line: StoredLine, same: readonly StoredLine[]): 'U' | 'C' {
  const types = new Set(same.map(typeOf))
  if (types.size === 1) return [...types][0]!
  const equal = same.find((one) =>
    (['quantity', 'total'] as const).every((field) => withoutSign(one[field]) === withoutSign(line[field])),
  )
  return equal ? typeOf(equal) : 'U'
}
