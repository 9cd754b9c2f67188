/** The receipts that are known (C310): what a new warehouse's mapping can begin with. They are part of the product. */
import type {
  ReceiptFormat,
  ReceiptLineHeader,
  ReceiptLineUnitTypeMapping,
} from '#contract/warehouses/schema.ts'

const KNOWN: readonly {
  name: string
  columns: Record<string, ReceiptLineHeader['field']>
  unitTypes: Record<string, ReceiptLineUnitTypeMapping['unit_type']>
}[] = [
  {
    // The supplier's own.
    name: 'Cash & carry',
    columns: { UPC: 'product', Qty: 'quantity', 'C/U': 'unit_type', 'Ext. Value': 'total' },
    unitTypes: {},
  },
  {
    name: 'Invoice by item number',
    columns: {
      'Item No.': 'product',
      Description: 'product_name',
      Shipped: 'quantity',
      'U/M': 'unit_type',
      Amount: 'total',
    },
    unitTypes: { EA: 'U', LB: 'U', CS: 'C' },
  },
  {
    name: 'Packing list',
    columns: { UPC: 'product', Pieces: 'quantity', Pack: 'unit_type', 'Line Total': 'total' },
    unitTypes: { PC: 'U', CTN: 'C' },
  },
]

const numbered = <T extends object>(rows: readonly T[]) => rows.map((row, n) => ({ id: n + 1, ...row }))

export const RECEIPT_FORMATS: ReceiptFormat[] = numbered(KNOWN.map(({ name }) => ({ name })))

export const RECEIPT_LINE_HEADERS: ReceiptLineHeader[] = numbered(
  KNOWN.flatMap(({ columns }, n) =>
    Object.entries(columns).map(([name, field]) => ({ receipt_format: n + 1, name, field })),
  ),
)

export const RECEIPT_LINE_UNIT_TYPE_MAPPINGS: ReceiptLineUnitTypeMapping[] = numbered(
  KNOWN.flatMap(({ unitTypes }, n) =>
    Object.entries(unitTypes).map(([name, unit_type]) => ({ receipt_format: n + 1, name, unit_type })),
  ),
)
