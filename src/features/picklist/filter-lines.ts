import { nameOf, type Line } from '#contract/picking/lines.ts'
import { holdsWords, wordsOf } from '#contract/words.ts'

/** Lines that hold every typed word in their order, bin, codes, name or warehouse. */
export function filterLines(lines: readonly Line[], typed: string): readonly Line[] {
  const words = wordsOf(typed)
  if (words.length === 0) return lines
  return lines.filter((line) => {
    const { product, items, bin } = line
    const text = [
      nameOf(line),
      bin,
      product?.item_code.item_code,
      product?.warehouse?.name,
      ...items.flatMap(({ order, product }) => [order, product]),
    ].join(' ')
    return holdsWords(text, words)
  })
}
