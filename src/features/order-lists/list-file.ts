/** An order list as a file (C259, C410): a category's name, one product a row below it, and an empty row behind it. */
import type { Category } from '#contract/order-lists/edit.ts'
import type { Cell } from '#src/ui/spreadsheet.ts'

/** C259: what column A says. What a spreadsheet has made a number of ("6.14E+11") is no product's code any more. */
export function categoriesOf(sheet: readonly (readonly string[])[]): Category[] {
  const categories: Category[] = []
  let open: Category | null = null
  for (const row of sheet) {
    const value = row[0]?.trim() ?? ''
    if (value === '') open = null
    else if (open === null) categories.push((open = { category_name: value, rows: [] }))
    else if (!value.includes('E+')) open.rows.push({ product_id: value })
  }
  return categories
}

/** What `categoriesOf` reads again, with the products' names beside their codes for whoever opens the file. */
export function sheetOf(
  categories: readonly Category[],
  nameOf: (upc: string) => string | undefined,
): Cell[][] {
  return categories.flatMap(({ category_name, rows }, at) => [
    ...(at > 0 ? [[]] : []),
    [category_name],
    ...rows.map(({ product_id }) => [product_id, nameOf(product_id) ?? '']),
  ])
}

/** C410, without what no file system takes. */
export const fileNameOf = (customer: string, list: number | string): string =>
  `${customer}_OrderList_${list}_export.xlsx`.replaceAll(/[\\/:*?"<>|]/g, ' ')
