/** Warehouses as the office sets them up: the format of their suppliers' receipts (C166, C305–C311; decision 0035). */
import { z } from 'zod'
import { Id } from '../values.ts'
import { Warehouse } from '../products/schema.ts'

/** The meanings that a receipt's column can have. */
export const RECEIPT_FIELDS = [
  'product',
  'product_name',
  'item_code',
  'quantity',
  'unit_type',
  'total',
] as const
/** The meanings of a text in the column of unit types: a unit or a case. */
export const RECEIPT_UNIT_TYPES = ['U', 'C'] as const
export type MapKind = 'column' | 'unit_type'

const isUnitType = (field: string) => (RECEIPT_UNIT_TYPES as readonly string[]).includes(field)
/** Returns the kind of a mapping: no word belongs to both kinds. */
export const kindOf = (field: string): MapKind => (isUnitType(field) ? 'unit_type' : 'column')

const Words = z.record(z.string(), z.string())

/** C305. Both mappings: the text in the file → its meaning here. Empty where nothing is mapped. */
export const WarehouseSetup = Warehouse.extend({ csv_header_mapping: Words, unit_type_mapping: Words })
export type WarehouseSetup = z.infer<typeof WarehouseSetup>

const name = z.string().trim().min(1, 'is needed').max(100)
/** C307. */
export const WarehousesCreate = z.array(z.strictObject({ name })).min(1).max(50)
export const CreatedWarehouse = z.object({ pk: z.int(), name: z.string() })
/** C309. */
export const WarehousePut = z.strictObject({ name })

const category = z.string().trim().min(1, 'is needed').max(100)
const field = z.enum([...RECEIPT_FIELDS, ...RECEIPT_UNIT_TYPES])
/** C311: `category` is the text in the file, `field` its meaning. */
export const WarehouseMapsCreate = z
  .array(z.strictObject({ warehouse: Id, category, field }))
  .min(1)
  .max(200)
/** An empty field removes the mapping: the text is not read any more. */
export const WarehouseMapPut = z.strictObject({
  warehouse: Id,
  category,
  field: z.union([field, z.literal('')]),
})
export const WarehouseMap = z.object({
  pk: z.int(),
  warehouse: z.int(),
  category: z.string(),
  field: z.string(),
})
export type WarehouseMap = z.infer<typeof WarehouseMap>

/** C310: known receipt formats, from which a mapping can begin. */
export const ReceiptFormat = z.object({ id: z.int(), name: z.string() })
export type ReceiptFormat = z.infer<typeof ReceiptFormat>
export const ReceiptLineHeader = z.object({
  id: z.int(),
  receipt_format: z.int(),
  name: z.string(),
  field: z.enum(RECEIPT_FIELDS),
})
export type ReceiptLineHeader = z.infer<typeof ReceiptLineHeader>
export const ReceiptLineUnitTypeMapping = z.object({
  id: z.int(),
  receipt_format: z.int(),
  name: z.string(),
  unit_type: z.enum(RECEIPT_UNIT_TYPES),
})
export type ReceiptLineUnitTypeMapping = z.infer<typeof ReceiptLineUnitTypeMapping>
