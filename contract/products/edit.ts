/** Changing a product of the catalogue (A290, C299, C301). It needs the server: no device changes one by itself. */
import { z } from 'zod'
import { Upc } from '../orders/schema.ts'
import { CallBody } from '../sync/mutation.ts'

/** What `PATCH productedit/{upc}` takes. Prices, weights and units come with the screens that edit them. */
export const ProductPatch = z
  .object({
    name: z.string().trim().min(1, 'is needed').max(200),
    size: z.string().max(100),
    url: z.string().max(1000),
    api_description: z.string().max(4000),
    bin: z.string().max(50),
    active: z.boolean(),
    out_of_stock: z.boolean(),
    tax_default: z.boolean(),
    warehouse_id: z.int().nullable(),
    /** C299: a list of upcs, the first one offered first. */
    acceptable_substitutions: z
      .array(Upc)
      .max(50)
      .refine((upcs) => new Set(upcs).size === upcs.length, 'names a product twice'),
  })
  .partial()
  .extend({
    /** What the person saw of the fields that they change; a field that somebody else changed since is then a clash. */
    base: CallBody.optional(),
  })
  .strict()
export type ProductPatch = z.infer<typeof ProductPatch>
