/** What the outside supplier sold to us: receipts with their lines, and the invoices that its own system reported. */
import { boolean, date, index, integer, numeric, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { instant, dollars, ownerId } from './columns.ts'
import { users } from './people.ts'
import { warehouses } from './products.ts'

/** Pieces, or pounds where the supplier sells by the pound: exact, three places. */
const quantity = (name: string) => numeric(name, { precision: 12, scale: 3 })

export const receipts = pgTable(
  'receipts',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    description: text('description').notNull(),
    total: dollars('total').notNull(),
    warehouseId: integer('warehouse_id')
      .notNull()
      .references(() => warehouses.id),
    /** 's' shelf, 'c' contract. */
    pricingType: text('pricing_type').notNull(),
    userUploaded: boolean('user_uploaded').notNull(),
    /** The distributor's day on which it was bought. */
    date: date('date', { mode: 'string' }).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    /** The most lines that came in one call, stored or not. With fewer stored ones the receipt is short. */
    linesSent: integer('lines_sent').notNull().default(0),
  },
  (t) => [index('receipts_pricing').on(t.pricingType, t.date)],
)

export const receiptLines = pgTable(
  'receipt_lines',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    receiptId: ownerId('receipt_id', () => receipts.id),
    /** Its place on the receipt. A line that is sent again takes its own place, so nothing is counted twice. */
    line: integer('line').notNull(),
    /** As the supplier wrote it: a upc, one that we do not carry, or "Surcharge: …", "Void: …". */
    product: text('product').notNull(),
    itemCode: text('item_code').notNull().default(''),
    productName: text('product_name').notNull().default(''),
    quantity: quantity('quantity').notNull(),
    /** 'U', 'C', or '' for what is voided. */
    unitType: text('unit_type').notNull(),
    total: dollars('total').notNull(),
    price: dollars('price').notNull(),
  },
  (t) => [unique('receipt_lines_line').on(t.receiptId, t.line), index('receipt_lines_product').on(t.product)],
)

export const supplierInvoices = pgTable(
  'supplier_invoices',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    receiptNumber: text('receipt_number').notNull(),
    purchaseDate: date('purchase_date', { mode: 'string' }).notNull(),
    branch: text('branch').notNull(),
    sales: dollars('sales').notNull(),
    /** The receipt that was made of it; null while it is not converted. */
    receiptId: integer('receipt_id').references(() => receipts.id, { onDelete: 'set null' }),
    /** When the supplier's system reported it. */
    syncedAt: instant('synced_at').notNull().defaultNow(),
  },
  (t) => [
    unique('supplier_invoices_number').on(t.purchaseDate, t.branch, t.receiptNumber),
    index('supplier_invoices_receipt').on(t.receiptId),
  ],
)

export const supplierInvoiceLines = pgTable(
  'supplier_invoice_lines',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    supplierInvoiceId: ownerId('supplier_invoice_id', () => supplierInvoices.id),
    line: integer('line').notNull(),
    product: text('product').notNull(),
    productName: text('product_name').notNull().default(''),
    quantity: quantity('quantity').notNull(),
    unitType: text('unit_type').notNull(),
    total: dollars('total').notNull(),
  },
  (t) => [unique('supplier_invoice_lines_line').on(t.supplierInvoiceId, t.line)],
)
