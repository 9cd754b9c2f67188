/**
 * The entities that devices store: each once, by the name in the addresses of its calls, in the order in which a full
 * pull sends their tables. `entities.ts` has what follows from this table. No schema is imported here: the first file of
 * the app has none (docs/decisions/0157).
 *
 * - `table`: its table on devices and in the feed. `plural`: the word for its rows.
 * - `key`, `keyType`: the field of the key, and its type in PostgreSQL.
 * - `within`: what its rows belong to, an order (which they name as `order`) or an item (`order_item`).
 * - `isEdited`: its rows are edited without a network. `seen`: the fields that a person who deletes a row has seen. If
 *   another user has changed one of them since, the deletion is a clash, and the change is not lost.
 */
export const ENTITIES = {
  orders: {
    table: 'orders',
    plural: 'orders',
    key: 'id',
    keyType: 'int',
    within: null,
    isEdited: true,
    seen: [],
  },
  orderitems: {
    table: 'items',
    plural: 'lines',
    key: 'id',
    keyType: 'uuid',
    within: 'order',
    isEdited: true,
    seen: [
      'product',
      'units_ordered',
      'cases_ordered',
      'unit_quantity',
      'case_quantity',
      'picked',
      'scanned',
      'out_of_stock',
      'coupon_amount',
      'coupon_note',
      'bin_override',
    ],
  },
  ordersubitems: {
    table: 'subitems',
    plural: 'pieces',
    key: 'id',
    keyType: 'uuid',
    within: 'item',
    isEdited: true,
    seen: ['unit_type', 'weight_lbs', 'lot_code', 'weight_kg', 'serial'],
  },
  sharedcartitems: {
    table: 'staged',
    plural: 'staged orders',
    key: 'id',
    keyType: 'text',
    within: null,
    isEdited: true,
    // A removal wins over additions made meanwhile.
    seen: [],
  },
  companylocations: {
    table: 'locations',
    plural: 'locations',
    key: 'id',
    keyType: 'int',
    within: null,
    isEdited: false,
  },
  warehouses: {
    table: 'warehouses',
    plural: 'warehouses',
    key: 'id',
    keyType: 'int',
    within: null,
    isEdited: false,
  },
  barcodealternates: {
    table: 'barcodes',
    plural: 'barcodes',
    key: 'barcode',
    keyType: 'text',
    within: null,
    isEdited: true,
    seen: ['product'],
  },
  products: {
    table: 'products',
    plural: 'products',
    key: 'upc',
    keyType: 'text',
    within: null,
    isEdited: false,
  },
} as const
