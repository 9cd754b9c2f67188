/** The fields of the rows of each entity, as the wire has them. */
import type { z } from 'zod'
import { StagedItem } from '../ordering/staged.ts'
import { OrderItemRow, OrderRow, OrderSubitemRow } from '../orders/schema.ts'
import { CompanyLocation } from '../people/schema.ts'
import { BarcodeAlternate, Product, Warehouse } from '../products/schema.ts'
import type { ENTITIES, Entity } from './entities.ts'

export const ROW = {
  orders: OrderRow,
  orderitems: OrderItemRow,
  ordersubitems: OrderSubitemRow,
  sharedcartitems: StagedItem,
  companylocations: CompanyLocation,
  warehouses: Warehouse,
  barcodealternates: BarcodeAlternate,
  products: Product,
} as const satisfies Record<Entity, z.ZodObject>

/** The rows of each table. */
export type Rows = { [E in Entity as (typeof ENTITIES)[E]['table']]: z.infer<(typeof ROW)[E]> }
