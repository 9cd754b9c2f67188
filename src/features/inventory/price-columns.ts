/** What both lists of the catalogue say of a row's prices and stock (C058). */
import { isSoldByCase, isSoldByUnit } from '#contract/products/prices.ts'
import type { Product } from '#contract/products/schema.ts'
import { showMoney } from '#src/ui/format.ts'
import type { Column } from '#src/ui/table/column.ts'

type Fact = 'unit_type' | 'display_unit_price' | 'display_case_price' | 'combined_stock_level'
/** Nulls are of an item code without a product. */
type Priced = { [F in Fact]: Product[F] | null }

/** C043: a unit in which it is not sold has no price; 0.00 would read as free. */
const unitPrice = ({ unit_type, display_unit_price }: Priced) =>
  unit_type && isSoldByUnit({ unit_type }) ? showMoney(display_unit_price) : 'N/A'
const casePrice = ({ unit_type, display_case_price }: Priced) =>
  unit_type && isSoldByCase({ unit_type }) ? showMoney(display_case_price) : 'N/A'
const withDollar = (price: string) => (price === 'N/A' ? price : `$${price}`)
const stock = ({ combined_stock_level }: Priced) =>
  combined_stock_level === null ? '' : String(combined_stock_level)

/** Both prices, as a card says them. */
export const pricesText = (row: Priced): string =>
  `unit ${withDollar(unitPrice(row))} · case ${withDollar(casePrice(row))}`
/** The stock, as a card says it. */
export const stockText = (row: Priced): string => `stock ${stock(row) || 'unknown'}`

/** Unit price, case price and stock of a row. */
export const priceColumns = <Row extends Priced>(): Column<Row>[] => [
  {
    id: 'unit',
    label: 'Unit Price',
    align: 'right',
    value: ({ display_unit_price }) => display_unit_price,
    text: unitPrice,
  },
  {
    id: 'case',
    label: 'Case Price',
    align: 'right',
    value: ({ display_case_price }) => display_case_price,
    text: casePrice,
  },
  { id: 'stock', label: 'Stock', align: 'right', value: stock },
]
