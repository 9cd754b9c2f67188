/** Warehouses, item codes, products, their other barcodes, and customers' order lists. */
import { sql, type SQL } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bytes, instant, dollars, searched, searchIndex, synced, pounds, ownerId } from './columns.ts'
import { companyLocations, users } from './people.ts'

export const warehouses = pgTable('warehouses', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  name: text('name').notNull(),
  ...synced(),
})

/** The terms in the receipts of a warehouse's supplier, and what they mean here (docs/decisions/0035). */
export const warehouseMaps = pgTable(
  'warehouse_maps',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    warehouseId: ownerId('warehouse_id', () => warehouses.id),
    /** 'column' or 'unit_type': a receipt's column, or a text in its column of unit types. */
    kind: text('kind').notNull(),
    /** The text in the file. */
    category: text('category').notNull(),
    /** The receipt line's field, or U or C; empty where it is not read. */
    field: text('field').notNull(),
  },
  (t) => [uniqueIndex('warehouse_maps_category').on(t.warehouseId, t.kind, t.category)],
)

export const itemCodes = pgTable(
  'item_codes',
  {
    itemCode: text('item_code').primaryKey(),
    name: text('name').notNull().default(''),
    url: text('url').notNull().default(''),
    ...searched((): SQL => sql`${itemCodes.itemCode} || ' ' || ${itemCodes.name}`),
  },
  (t) => [searchIndex('item_codes_search', t.search)],
)

export const products = pgTable(
  'products',
  {
    upc: text('upc').primaryKey(),
    name: text('name').notNull(),
    size: text('size').notNull().default(''),
    itemCode: text('item_code')
      .notNull()
      .references(() => itemCodes.itemCode),
    url: text('url').notNull().default(''),
    /** Per piece; per lb where the product is weighed. */
    unitPrice: dollars('unit_price').notNull().default('0'),
    casePrice: dollars('case_price').notNull().default('0'),
    /** Per piece, at the nominal weight where the product is weighed. */
    displayUnitPrice: dollars('display_unit_price').notNull().default('0'),
    displayCasePrice: dollars('display_case_price').notNull().default('0'),
    displayUnitPricePerLb: dollars('display_unit_price_per_lb'),
    displayCasePricePerLb: dollars('display_case_price_per_lb'),
    unitsPerCase: integer('units_per_case').notNull().default(1),
    stockLevel: integer('stock_level'),
    combinedStockLevel: integer('combined_stock_level'),
    stockLevelIndicator: text('stock_level_indicator').notNull().default('in stock'),
    defaultUnitType: text('default_unit_type').notNull().default('u'),
    apiDescription: text('api_description').notNull().default(''),
    active: boolean('active').notNull().default(true),
    outOfStock: boolean('out_of_stock').notNull().default(false),
    apiCatchWeight: boolean('api_catch_weight').notNull().default(false),
    averageUnitWeight: pounds('average_unit_weight'),
    averageCaseWeight: pounds('average_case_weight'),
    /** The usual range of one piece, lb. */
    weightMinLbs: pounds('weight_min_lbs'),
    weightMaxLbs: pounds('weight_max_lbs'),
    /** '' by the piece, 'r/w' each piece weighed, 'fix' nominal weight. */
    weightType: text('weight_type').notNull().default(''),
    taxDefault: boolean('tax_default').notNull().default(false),
    bin: text('bin').notNull().default(''),
    warehouseId: integer('warehouse_id').references(() => warehouses.id),
    acceptableSubstitutions: text('acceptable_substitutions').array().notNull().default([]),
    unitType: text('unit_type').notNull().default('Unit'),
    /** The supplier's price per lb. It turns a random-weight code's price into a weight. */
    supplierRate: dollars('supplier_rate'),
    /** False where customers see another product with the same item code. */
    primary: boolean('is_primary').notNull().default(true),
    // Fields that only the office keeps of a product. They are stored on no device.
    apiManaged: boolean('api_managed').notNull().default(false),
    apiManager: text('api_manager').notNull().default(''),
    /** The supplier's values of the fields in which the house says something else: field → the supplier's value. */
    overridden: jsonb('overridden').$type<Record<string, unknown>>().notNull().default({}),
    itemsPerCase: integer('items_per_case'),
    volumeLevel: integer('volume_level'),
    volumePrice: dollars('volume_price'),
    weight: pounds('weight'),
    volume: pounds('volume'),
    onOrder: integer('on_order'),
    lotTracked: boolean('lot_tracked').notNull().default(false),
    displayUnitsPerCaseOnInvoice: boolean('display_units_per_case_on_invoice').notNull().default(false),
    qbMapping: text('qb_mapping').notNull().default(''),
    qbSiteMapping: text('qb_site_mapping').notNull().default(''),
    surchargeUpc1: text('surcharge_upc1').notNull().default(''),
    surchargeUpc2: text('surcharge_upc2').notNull().default(''),
    /** The day of its prices; null where it is not set. */
    priceAsOf: date('price_as_of'),
    department: text('department').notNull().default(''),
    departmentId: integer('department_id'),
    groupName: text('group_name').notNull().default(''),
    groupId: integer('group_id'),
    // The supplier's own fields, which the house shows and never changes.
    categoryId: integer('category_id'),
    salesRanking: integer('sales_ranking'),
    seasonal: boolean('seasonal').notNull().default(false),
    specialOrderItem: boolean('special_order_item').notNull().default(false),
    /** Spelt as the specification spells it. */
    temporarlyUnavailable: boolean('temporarly_unavailable').notNull().default(false),
    pendingDeletion: boolean('pending_deletion').notNull().default(false),
    newStatus: boolean('new_status').notNull().default(false),
    onSale: boolean('on_sale').notNull().default(false),
    reorder: boolean('reorder').notNull().default(false),
    tagMainDescription: text('tag_main_description').notNull().default(''),
    tagSecondaryDescription: text('tag_secondary_description').notNull().default(''),
    ...searched(
      (): SQL =>
        sql`${products.name} || ' ' || ${products.upc} || ' ' || ${products.itemCode} || ' ' || ${products.apiDescription}`,
    ),
    ...synced(),
  },
  (t) => [
    searchIndex('products_search', t.search),
    index('products_item_code').on(t.itemCode),
    index('products_changed').on(t.changedXid),
    index('products_warehouse').on(t.warehouseId),
  ],
)

/** Photographs that the office has uploaded, by their content. Their addresses are the `url` of products and item codes. */
export const photos = pgTable('photos', {
  /** 32 hex digits of the SHA-256. */
  hash: text('hash').primaryKey(),
  bytes: bytes('bytes').notNull(),
  /** When it was uploaded last. */
  madeAt: instant('made_at').notNull().defaultNow(),
  madeBy: integer('made_by').references(() => users.id, { onDelete: 'set null' }),
})

export const barcodeAlternates = pgTable(
  'barcode_alternates',
  {
    barcode: text('barcode').primaryKey(),
    product: text('product')
      .notNull()
      .references(() => products.upc, { onDelete: 'cascade', onUpdate: 'cascade' }),
    ...synced(),
  },
  (t) => [index('barcode_alternates_product').on(t.product)],
)

/**
 * Lots that must not go out. A device receives them with their product, so a writer of this table also touches the
 * product's row (`server/products/recalls.ts`).
 */
export const recalledLots = pgTable(
  'recalled_lots',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    product: text('product')
      .notNull()
      .references(() => products.upc, { onDelete: 'cascade', onUpdate: 'cascade' }),
    lotCode: text('lot_code').notNull(),
    note: text('note').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [uniqueIndex('recalled_lots_product').on(t.product, sql`upper(${t.lotCode})`)],
)

export const orderLists = pgTable('order_lists', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  publicName: text('public_name').notNull().default(''),
  companyLocationId: integer('company_location_id').references(() => companyLocations.id, {
    onDelete: 'cascade',
  }),
  active: boolean('active').notNull().default(true),
  visible: boolean('visible').notNull().default(true),
  /** The categories in their order, those without products too. Each row's category is one of them. */
  categoryNames: text('category_names').array().notNull().default([]),
  /** Whether the list has a public name, and anyone may open it at /demo/{name}. */
  public: boolean('is_public').notNull().default(false),
  ...synced(),
})

export const orderListRows = pgTable(
  'order_list_rows',
  {
    orderListId: ownerId('order_list_id', () => orderLists.id),
    product: text('product')
      .notNull()
      .references(() => products.upc, { onDelete: 'cascade', onUpdate: 'cascade' }),
    categoryName: text('category_name').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderListId, t.product] }),
    index('order_list_rows_product').on(t.product),
  ],
)
