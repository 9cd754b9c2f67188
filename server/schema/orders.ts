/** Orders, their items and pieces. An order is the aggregate: a writer below it locks its row first. */
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { BookedLine } from '#contract/invoices/quickbooks.ts'
import { instant, dollars, searchIndex, synced, pounds, xid8, ownerId, ownerUuid } from './columns.ts'
import { companies, companyLocations, users } from './people.ts'
import { products } from './products.ts'
import { sql } from 'drizzle-orm'

export const orders = pgTable(
  'orders',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    customerId: integer('customer_id').references(() => users.id, { onDelete: 'set null' }),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.id),
    companyLocationId: integer('company_location_id')
      .notNull()
      .references(() => companyLocations.id),
    status: text('status').notNull().default('placed'),
    createdDate: instant('created_date').notNull().defaultNow(),
    placedDate: date('placed_date', { mode: 'string' }),
    /** When it was placed, for the cut-off (contract/orders/cutoff.ts). The office changes only `placed_date`. */
    placedAt: instant('placed_at').notNull().defaultNow(),
    deliveryDate: date('delivery_date', { mode: 'string' }).notNull(),
    /**
     * Decided when it is placed or its day is moved (server/orders/late-fee.ts); null for an order from before this was
     * stored.
     */
    lateFee: dollars('late_fee').default('0'),
    note: text('note').notNull().default(''),
    /** The person who is to pick it (docs/decisions/0271). */
    pickerId: integer('picker_id').references(() => users.id, { onDelete: 'set null' }),
    /**
     * The person who placed it by an edit, and the name that their device gave the order: one name is one order
     * (decision 0181).
     */
    placedBy: integer('placed_by').references(() => users.id, { onDelete: 'set null' }),
    placedAs: uuid('placed_as'),
    /** Prices that differ from those that its person had seen (contract/orders/schema.ts, `PriceChange`). */
    priceChanges: jsonb('price_changes').notNull().default([]),
    /** Updated by `summariseOrders` in the transaction of the items. The list shows these without reading items. */
    total: dollars('total').notNull().default('0'),
    pickedTotal: dollars('picked_total').notNull().default('0'),
    itemsCount: integer('items_count').notNull().default(0),
    pickedCount: integer('picked_count').notNull().default(0),
    pickingComplete: boolean('picking_complete').notNull().default(false),
    invoiceTotal: dollars('invoice_total'),
    paidStatus: text('paid_status').notNull().default(''),
    invoiced: boolean('invoiced').notNull().default(false),
    /**
     * The transaction that last changed the customer or the day of the order: a device that gains the order needs its
     * items.
     */
    scopeXid: xid8('scope_xid')
      .notNull()
      .default(sql`pg_current_xact_id()`),
    ...synced(),
  },
  (t) => [
    index('orders_delivery').on(t.deliveryDate, t.id),
    index('orders_company').on(t.companyId, t.deliveryDate, t.id),
    index('orders_invoiced')
      .on(t.companyLocationId)
      .where(sql`${t.invoiced}`),
    index('orders_unpaid')
      .on(t.companyLocationId)
      .where(sql`${t.invoiced} and ${t.paidStatus} in ('', 'r', 'i')`),
    index('orders_changed').on(t.changedXid),
    index('orders_picker').on(t.pickerId),
    index('orders_unassigned')
      .on(t.deliveryDate, t.id)
      .where(sql`${t.pickerId} is null and not ${t.pickingComplete} and not ${t.invoiced}`),
    uniqueIndex('orders_placed_as').on(t.placedBy, t.placedAs),
  ],
)

/**
 * Customers' requests to the office about an order (contract/orders/requests.ts). They outlive the order, so that a
 * person who asked to cancel it is notified that it is canceled.
 */
export const orderRequests = pgTable(
  'order_requests',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id').notNull(),
    companyId: ownerId('company_id', () => companies.id),
    companyLocationId: ownerId('company_location_id', () => companyLocations.id),
    kind: text('kind').notNull(),
    text: text('text').notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** 'done' or 'declined'; null while there is no answer. */
    answer: text('answer'),
    answerText: text('answer_text').notNull().default(''),
    answeredBy: integer('answered_by').references(() => users.id, { onDelete: 'set null' }),
    answeredAt: instant('answered_at'),
  },
  (t) => [
    index('order_requests_order').on(t.orderId),
    index('order_requests_open')
      .on(t.id)
      .where(sql`${t.answer} is null`),
  ],
)

/**
 * The values by which an order is searched and sorted beside its own columns, maintained by triggers (migration 0061).
 * It is a separate table, because an order changes with each edit of its items, and its name and day hardly ever
 * change.
 */
export const orderSearch = pgTable(
  'order_search',
  {
    orderId: ownerId('order_id', () => orders.id).primaryKey(),
    /** The customer's username; '' where there is none. */
    customer: text('customer').notNull(),
    /** The name of its location. */
    company: text('company').notNull(),
    /** What the list shows of it in words: number, names, status, days, invoice total and paid status. */
    search: text('search').notNull(),
  },
  (t) => [
    searchIndex('order_search_text', t.search),
    index('order_search_customer').on(t.customer),
    index('order_search_company').on(t.company),
  ],
)

export const orderItems = pgTable(
  'order_items',
  {
    id: uuid('id').primaryKey(),
    orderId: ownerId('order_id', () => orders.id),
    product: text('product')
      .notNull()
      .references(() => products.upc, { onUpdate: 'cascade' }),
    originalProduct: text('original_product'),
    unitsOrdered: integer('units_ordered').notNull().default(0),
    casesOrdered: integer('cases_ordered').notNull().default(0),
    unitQuantity: integer('unit_quantity').notNull().default(0),
    caseQuantity: integer('case_quantity').notNull().default(0),
    unitsOriginallyOrdered: integer('units_originally_ordered').notNull().default(0),
    casesOriginallyOrdered: integer('cases_originally_ordered').notNull().default(0),
    binOverride: text('bin_override'),
    picked: boolean('picked').notNull().default(false),
    scanned: boolean('scanned'),
    outOfStock: boolean('out_of_stock').notNull().default(false),
    taxable: boolean('taxable').notNull().default(false),
    ignoreMissingItems: boolean('ignore_missing_items').notNull().default(false),
    /** Whether its unweighed pieces are billed at the average weight: confirmed when the order was invoiced. */
    billedAtAverage: boolean('billed_at_average').notNull().default(false),
    adminAdded: boolean('admin_added').notNull().default(false),
    couponAmount: dollars('coupon_amount').notNull().default('0'),
    couponNote: text('coupon_note').notNull().default(''),
    estimatedPrice: dollars('estimated_price').notNull().default('0'),
    finalPrice: dollars('final_price').notNull().default('0'),
    pricePerUnit: dollars('price_per_unit').notNull().default('0'),
    pricePerCase: dollars('price_per_case').notNull().default('0'),
    priceSnapshot: jsonb('price_snapshot').notNull(),
    /** Prices that a person typed (contract/orders/schema.ts). */
    handTotal: dollars('hand_total'),
    handRates: boolean('hand_rates').notNull().default(false),
    handTaxable: boolean('hand_taxable').notNull().default(false),
    /** `OriginalTerms` (contract/orders/schema.ts), of a substitute. */
    originalTerms: jsonb('original_terms'),
    lotTracked: boolean('lot_tracked').notNull().default(false),
    ...synced(),
  },
  (t) => [
    index('order_items_order').on(t.orderId, t.id),
    index('order_items_changed').on(t.changedXid),
    check('order_items_prices', sql`coupon_amount >= 0 and estimated_price >= 0 and final_price >= 0`),
    check(
      'order_items_marked',
      sql`not out_of_stock or (not picked and unit_quantity = 0 and case_quantity = 0)`,
    ),
  ],
)

export const orderSubitems = pgTable(
  'order_subitems',
  {
    id: uuid('id').primaryKey(),
    orderItemId: ownerUuid('order_item_id', () => orderItems.id),
    orderId: ownerId('order_id', () => orders.id),
    unitType: text('unit_type').notNull(),
    weightLbs: pounds('weight_lbs'),
    lotCode: text('lot_code'),
    weightKg: pounds('weight_kg'),
    serial: text('serial'),
    rawScan: text('raw_scan'),
    ...synced(),
  },
  (t) => [
    index('order_subitems_order').on(t.orderId, t.id),
    index('order_subitems_item').on(t.orderItemId),
    index('order_subitems_changed').on(t.changedXid),
    check('order_subitems_weight', sql`weight_lbs > 0 and weight_kg > 0`),
  ],
)

/**
 * Lines that a merge has added to another line (docs/decisions/0089). A caller that still names the old line means the
 * other one. `intoId` is always an existing line; when that is deleted, these rows are too.
 */
export const mergedLines = pgTable(
  'merged_lines',
  {
    id: uuid('id').primaryKey(),
    intoId: ownerUuid('into_id', () => orderItems.id),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [index('merged_lines_into').on(t.intoId)],
)

/**
 * Orders that a merge has put into another order (docs/decisions/0136). A caller that still names the old number means
 * the other one. `intoId` is always an existing order; when that is deleted, these rows are too.
 */
export const mergedOrders = pgTable(
  'merged_orders',
  {
    id: integer('id').primaryKey(),
    intoId: ownerId('into_id', () => orders.id),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [index('merged_orders_into').on(t.intoId)],
)

/**
 * An order's invoice. When it is made, what was picked and agreed is copied into `document`. The prices that the office
 * sets over it, and the fees, are stored beside the copy. The sums follow from all of them
 * (contract/invoices/totals.ts).
 */
export const invoices = pgTable('invoices', {
  orderId: ownerId('order_id', () => orders.id).primaryKey(),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** `InvoiceDocument` (server/invoices/document.ts): its lines, each with what its figures were computed from. */
  document: jsonb('document').notNull(),
  /** `Overrides` (contract/invoices/show.ts). */
  overrides: jsonb('overrides')
    .notNull()
    .default(sql`'{"items":{},"surcharges":{}}'`),
  subtotal: dollars('subtotal').notNull(),
  creditCardFee: dollars('credit_card_fee').notNull().default('0'),
  refrigeratedDeliveryFee: dollars('refrigerated_delivery_fee').notNull().default('0'),
  lateFee: dollars('late_fee').notNull().default('0'),
  fuelSurcharge: dollars('fuel_surcharge').notNull().default('0'),
  taxTotal: dollars('tax_total').notNull().default('0'),
  grandTotal: dollars('grand_total').notNull(),
  /** The discount for paying on time: `grand_total` less this was paid. */
  onTimeDiscount: dollars('on_time_discount').notNull().default('0'),
  /** Whether it was ready for payment when it was paid. It is ready again when it is opened again. */
  wasReady: boolean('was_ready').notNull().default(false),
  /** Grows with every change of what is charged. */
  version: integer('version').notNull().default(1),
})

/**
 * Credits of customers: negative lines on an invoice, or waiting for the location's next one where `order_id` is null.
 * Total and tax are 0 or less. A credit of which a part did not fit on an invoice has two rows.
 */
export const invoiceCredits = pgTable(
  'invoice_credits',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    companyLocationId: integer('company_location_id')
      .notNull()
      .references(() => companyLocations.id),
    /** The invoice that it is on. */
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'set null' }),
    /** The invoice for which it was given. Its number stays known when the order is deleted. */
    ofOrder: integer('of_order').notNull(),
    /** The item of that invoice; null where it credits something else, untaxed. */
    itemId: uuid('item_id'),
    reason: text('reason').notNull(),
    total: dollars('total').notNull(),
    tax: dollars('tax').notNull(),
    /** By how much a discount for paying on time has lowered the credit of an item: `discount - total` was typed. */
    discount: dollars('discount').notNull().default('0'),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Whether it is money paid too much of `of_order`, and no credit for goods that were sold. */
    isOverpaid: boolean('is_overpaid').notNull().default(false),
    /** Set where it was given by mistake: the row stays, and no longer counts. */
    reversedAt: instant('reversed_at'),
    reversedBy: integer('reversed_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('invoice_credits_order').on(t.orderId),
    index('invoice_credits_of_order').on(t.ofOrder),
    index('invoice_credits_location').on(t.companyLocationId),
    check('invoice_credits_discount', sql`discount >= 0`),
  ],
)

/** The history of invoices, one line per act. A line outlives the invoice, so nothing refers to the order. */
export const invoiceHistory = pgTable(
  'invoice_history',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id').notNull(),
    /** The order whose invoice it was, where that order was merged into this one. */
    ofOrder: integer('of_order'),
    at: instant('at').notNull().defaultNow(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** `InvoiceHistoryLine` in contract/invoices/schema.ts lists the acts. */
    act: text('act').notNull(),
    /** What it changed, in words. */
    detail: text('detail').notNull().default(''),
    /** What the invoice came to after the act; for an unlocked one, before it. */
    grandTotal: dollars('grand_total').notNull(),
    /** The invoice as that act issued it (server/invoices/invoice-row.ts); null where nothing new was issued. */
    issued: jsonb('issued'),
  },
  (t) => [index('invoice_history_order').on(t.orderId)],
)

/**
 * When an invoice was exported for QuickBooks, by whom, and what was exported: an invoice exported twice is billed
 * twice there. The export stays known when the order is deleted.
 */
export const invoiceExports = pgTable(
  'invoice_exports',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id').notNull(),
    /** The order whose invoice it was, where that order was merged into this one. */
    ofOrder: integer('of_order'),
    at: instant('at').notNull().defaultNow(),
    by: integer('by').references(() => users.id, { onDelete: 'set null' }),
    /** The invoice's version, its total and its lines (`BookedLine`) as the books have them since; null for exports of earlier releases. */
    version: text('version'),
    total: dollars('total'),
    lines: jsonb('lines').$type<BookedLine[]>(),
    /** Whether only the invoice's difference from what the books had was exported. */
    isDifference: boolean('is_difference').notNull().default(false),
    /** The later export of the invoice that gave the books all that this one did, and what changed since. */
    coveredBy: integer('covered_by'),
  },
  (t) => [index('invoice_exports_order').on(t.orderId)],
)
