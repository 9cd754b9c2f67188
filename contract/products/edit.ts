/** Adding and changing a product (A290, C298, C299, C301). It needs the server: no device changes one by itself. */
import { z } from 'zod'
import { Count, Price, PriceDay, Upc, Weight } from '../values.ts'
import { plainName } from '../people/names.ts'
import { CallBody } from '../sync/mutation.ts'
import { PictureAddress } from './picture.ts'

/** C224. */
export const REQUIRED = 'This field is required.'

/** C227: a missing price is sent as null, never as zero. */
const NoPrice = Price.nullable()
const Text = z.string().trim().max(200)
const UpcOrNone = z.union([z.literal(''), Upc], 'must be a product code, or empty')

const fields = {
  name: plainName(z.string(REQUIRED).trim().min(1, REQUIRED).max(200)),
  item_code_id: z.string(REQUIRED).trim().min(1, REQUIRED).max(50),
  warehouse_id: z.int(REQUIRED),
  size: z.string().max(100),
  url: PictureAddress,
  api_description: z.string().max(4000),
  bin: z.string().max(50),
  active: z.boolean(),
  out_of_stock: z.boolean(),
  tax_default: z.boolean(),
  lot_tracked: z.boolean(),
  display_units_per_case_on_invoice: z.boolean(),
  unit_type: z.enum(['Unit', 'Case', 'Unit / Case']),
  /** C181: '' by the piece, 'r/w' each piece weighed, 'fix' nominal weight. */
  weight_type: z.enum(['', 'r/w', 'fix']),
  unit_price: NoPrice,
  case_price: NoPrice,
  units_per_case: Count,
  items_per_case: Count.nullable(),
  average_unit_weight: Weight.nullable(),
  average_case_weight: Weight.nullable(),
  volume_level: Count.nullable(),
  volume_price: NoPrice,
  weight: Weight.nullable(),
  volume: Weight.nullable(),
  stock_level: Count.nullable(),
  on_order: Count.nullable(),
  qb_mapping: Text,
  qb_site_mapping: Text,
  surcharge_upc1: UpcOrNone,
  surcharge_upc2: UpcOrNone,
  price_as_of: PriceDay.nullable(),
  department: Text,
  department_id: Count.nullable(),
  group: Text,
  group_id: Count.nullable(),
  /** C299: a list of upcs; the first one is offered first. */
  acceptable_substitutions: z
    .array(Upc)
    .max(50)
    .refine((upcs) => new Set(upcs).size === upcs.length, 'names a product twice'),
}
export const ProductFields = z.object(fields)
export type ProductFields = z.infer<typeof ProductFields>

/** The body of `PATCH productedit/{upc}`: any of the fields, and never the upc. */
export const ProductPatch = ProductFields.partial()
  .extend({
    /**
     * What the person saw of the fields. A field with that value is not a change. A changed one is a clash where another
     * user has changed it since.
     */
    base: CallBody.optional(),
  })
  .strict()
export type ProductPatch = z.infer<typeof ProductPatch>

/** The body of `POST productedit/`: the upc, and at least the fields that a product needs. */
export const ProductCreate = ProductFields.partial()
  .extend({
    upc: z.string(REQUIRED).trim().min(1, REQUIRED).pipe(Upc),
    name: fields.name,
    item_code_id: fields.item_code_id,
    warehouse_id: fields.warehouse_id,
  })
  .strict()
export type ProductCreate = z.infer<typeof ProductCreate>
