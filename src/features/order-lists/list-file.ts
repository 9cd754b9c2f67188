/** An order list as a file (C259, C410): a category's name, one product a row below it, and an empty row after them. */
import type { Category } from '#contract/order-lists/edit.ts'
import type { SheetCell } from '#src/ui/spreadsheet.ts'
import { isMissing, type KnownProducts } from './list-draft.ts'

/** A finding in a file: a row that is not imported as written. */
export interface Finding {
  /** The row's number in a spreadsheet, from 1. */
  row: number
  /** The text of the row's first cell. */
  code: string
  words: string
}

export interface Import {
  categories: Category[]
  findings: Finding[]
}

/** A number in a spreadsheet's short form. */
const NUMBER = /^\d+([.,]\d+)?E\+\d+$/

/**
 * The list of a file (C259): column A. A code that a spreadsheet has turned into a number ("6.14E+11") is not a code
 * any more, and a list has a product once: both kinds are left out and reported. An unknown product is reported and
 * stays, for the warning of C378.
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
    // A category may be called "Vitamin E+"; a number is not a category's name.
    else if (value.includes('E+') && (open !== null || NUMBER.test(value)))
      find('A spreadsheet has made this number of a code. It is left out: type the code again, as text.')
    else if (open === null) {
      const before = categoryRows.get(value)
      open = categories.find(({ category_name }) => category_name === value) ?? null
      if (before !== undefined)
        find(`The category is in row ${before} already. Its products are added to that one.`)
      if (open) continue
      categoryRows.set(value, row)
      categories.push((open = { category_name: value, rows: [] }))
    } else if (productRows.has(value))
      find(`The product is in row ${productRows.get(value)} already. It is left out here.`)
    else {
      productRows.set(value, row)
      open.rows.push({ product_id: value })
      if (isMissing(known, value)) find(unknownWords(value, known))
    }
  }
  return { categories, findings }
}

/** Spreadsheets remove the leading zeros of a code. The text names the code with them, where that is a product. */
function unknownWords(code: string, { products }: KnownProducts): string {
  const whole = [12, 13, 14].map((digits) => code.padStart(digits, '0')).find((one) => products.has(one))
  return whole === undefined
    ? 'There is no such product. The list is saved without it.'
    : `There is no such product; ${whole} is ${products.get(whole)!.name}. A spreadsheet may have taken zeros away. The list is saved without it.`
}

/**
 * The sheet that `importOf` reads again, with the products' names beside their codes for a person who opens the file.
 */
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

/** C410, without the characters that no file system takes. */
export const fileNameOf = (customer: string, list: number | string): string =>
  `${customer}_OrderList_${list}_export.xlsx`.replaceAll(/[\\/:*?"<>|]/g, ' ')
