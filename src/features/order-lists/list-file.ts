/** An order list as a file (C259, C410): a category's name, one product a row below it, and an empty row behind it. */
import type { Category } from '#contract/order-lists/edit.ts'
import type { SheetCell } from '#src/ui/spreadsheet.ts'
import { isMissing, type KnownProducts } from './list-draft.ts'

/** Something in a file that is not taken as it stands there. */
export interface Finding {
  /** As a spreadsheet counts them, from 1. */
  row: number
  /** What stands in the row's first cell. */
  code: string
  words: string
}

export interface Import {
  categories: Category[]
  findings: Finding[]
}

/** A number as a spreadsheet shortens it. */
const NUMBER = /^\d+([.,]\d+)?E\+\d+$/

/**
 * What a file makes of a list (C259): what column A says. What a spreadsheet has made a number of ("6.14E+11") is no
 * product's code any more, and a product is on a list once: both are left out, and named. A product that nobody knows is
 * named too and stays, for the warning of C378.
 */
export function importOf(sheet: readonly (readonly string[])[], known: KnownProducts): Import {
  const categories: Category[] = []
  const findings: Finding[] = []
  const categoryRows = new Map<string, number>()
  const productRows = new Map<string, number>()
  let open: Category | null = null
  for (const [n, cells] of sheet.entries()) {
    const row = n + 1
    const value = cells[0]?.trim() ?? ''
    const find = (words: string) => findings.push({ row, code: value, words })
    if (value === '') open = null
    // A category may be called "Vitamin E+", a number is no name of one.
    else if (value.includes('E+') && (open !== null || NUMBER.test(value)))
      find('A spreadsheet has made this number of a code. It is left out: type the code anew, as text.')
    else if (open === null) {
      const before = categoryRows.get(value)
      open = categories.find(({ category_name }) => category_name === value) ?? null
      if (before !== undefined)
        find(`The category stands in row ${before} already. Its products are added to that one.`)
      if (open) continue
      categoryRows.set(value, row)
      categories.push((open = { category_name: value, rows: [] }))
    } else if (productRows.has(value))
      find(`The product stands in row ${productRows.get(value)} already. It is left out here.`)
    else {
      productRows.set(value, row)
      open.rows.push({ product_id: value })
      if (isMissing(known, value)) find(unknownWords(value, known))
    }
  }
  return { categories, findings }
}

/** Spreadsheets take the zeros in front of a code away: what the code is with them is worth saying. */
function unknownWords(code: string, { products }: KnownProducts): string {
  const whole = [12, 13, 14].map((digits) => code.padStart(digits, '0')).find((one) => products.has(one))
  return whole === undefined
    ? 'There is no such product. The list is saved without it.'
    : `There is no such product; ${whole} is ${products.get(whole)!.name}. A spreadsheet may have taken zeros away. The list is saved without it.`
}

/** What `importOf` reads again, with the products' names beside their codes for whoever opens the file. */
export function listSheetOf(
  categories: readonly Category[],
  nameOf: (upc: string) => string | undefined,
): SheetCell[][] {
  return categories.flatMap(({ category_name, rows }, at) => [
    ...(at > 0 ? [[]] : []),
    [category_name],
    ...rows.map(({ product_id }) => [product_id, nameOf(product_id) ?? '']),
  ])
}

/** C410, without what no file system takes. */
export const fileNameOf = (customer: string, list: number | string): string =>
  `${customer}_OrderList_${list}_export.xlsx`.replaceAll(/[\\/:*?"<>|]/g, ' ')
