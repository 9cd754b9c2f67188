/** The tables as drizzle has them, compared with the contract's rows: a column that is renamed or retyped in one of both fails here. */
import { getTableColumns } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { MailRow } from '#contract/mails/schema.ts'
import { User } from '#contract/people/schema.ts'
import { Receipt, ReceiptLine } from '#contract/receipts/schema.ts'
import { ROW } from '#contract/sync/rows.ts'
import { mails } from './mails.ts'
import { sharedCartItems } from './ordering.ts'
import { orderItems, orders, orderSubitems } from './orders.ts'
import { companyLocations, users } from './people.ts'
import { barcodeAlternates, products, warehouses } from './products.ts'
import { receiptLines, receipts } from './receipts.ts'

/** A shape, its table, and the fields of the shape that the answer's SQL makes from other columns. */
const SHAPES: Readonly<
  Record<string, [shape: z.ZodObject, table: Parameters<typeof getTableColumns>[0], made: readonly string[]]>
> = {
  orders: [
    ROW.orders,
    orders,
    ['customer', 'company_location', 'status_label', 'picker', 'paid_status_label'],
  ],
  orderitems: [ROW.orderitems, orderItems, ['order']],
  ordersubitems: [ROW.ordersubitems, orderSubitems, ['order_item', 'order']],
  sharedcartitems: [ROW.sharedcartitems, sharedCartItems, ['company_location']],
  companylocations: [ROW.companylocations, companyLocations, []],
  warehouses: [ROW.warehouses, warehouses, []],
  barcodealternates: [ROW.barcodealternates, barcodeAlternates, []],
  products: [ROW.products, products, ['item_code', 'warehouse', 'alternate_barcodes', 'recalled_lots']],
  users: [User, users, ['company', 'company_location']],
  mails: [MailRow, mails, ['order', 'to', 'is_sending', 'is_outdated', 'created_by', 'settled_by']],
  receipts: [Receipt, receipts, ['warehouse', 'missing_lines']],
  receiptlines: [ReceiptLine, receiptLines, ['receipt']],
}

interface JsonSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
}
/** The types of the values that a schema lets pass, without null. */
function typesOf({ type, const: value, enum: values, anyOf = [] }: JsonSchema): string[] {
  if (anyOf.length > 0) return anyOf.flatMap(typesOf)
  const types =
    type === undefined
      ? (values ?? [value]).map((one) => (one === null ? 'null' : typeof one))
      : [type].flat()
  return types.filter((one) => one !== 'null').map((one) => (one === 'integer' ? 'number' : one))
}

/** Returns the type of a column's JSON. */
function typeOfColumn(sqlType: string): string {
  if (sqlType.endsWith('[]')) return 'array'
  if (/^(?:integer|bigint|smallint)$/.test(sqlType)) return 'number'
  return sqlType === 'boolean' ? 'boolean' : 'string'
}

it.each(Object.keys(ROW))('the rows of %s are compared', (entity) => {
  expect(SHAPES).toHaveProperty(entity)
})

it.each(Object.entries(SHAPES))(
  'the fields of %s are columns of their table, of their type',
  (_, [shape, table, made]) => {
    const columns = new Map(Object.values(getTableColumns(table)).map((column) => [column.name, column]))
    const fields = Object.entries(shape.shape) as [string, z.ZodType][]
    expect(fields.map(([name]) => name).filter((name) => !columns.has(name) || made.includes(name))).toEqual(
      made,
    )

    const shared = fields.filter(([name]) => columns.has(name) && !made.includes(name))
    expect(shared.length).toBeGreaterThan(1)
    expect(shared.map(([name, field]) => [name, field.safeParse(null).success])).toEqual(
      shared.map(([name]) => [name, !columns.get(name)!.notNull]),
    )
    const ofValues = shared.filter(([name]) => columns.get(name)!.getSQLType() !== 'jsonb')
    expect(
      ofValues.map(([name, field]) => [
        name,
        [...new Set(typesOf(z.toJSONSchema(field, { io: 'input' }) as JsonSchema))],
      ]),
    ).toEqual(ofValues.map(([name]) => [name, [typeOfColumn(columns.get(name)!.getSQLType())]]))
  },
)
