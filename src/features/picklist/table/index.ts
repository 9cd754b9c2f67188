/** The rows of a pick list, as a table and as cards, and the fields and buttons in them. */
export { finalPriceText as finalPrice } from './cells.tsx'
export { columnsFor, type ColumnId, type VisibleColumn } from './columns.ts'
export { PickCards } from './PickCards.tsx'
export { orderNumbersOf as ordersOf, PickTable } from './PickTable.tsx'
export type { Dialog, LowStockAsk, RowDoes } from './row-props.ts'
