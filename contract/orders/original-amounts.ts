import { Count } from '../values.ts'

/**
 * What a call says of a customer's own substitute beside the product that it is in place of: how much of that product was
 * wanted. A field that is left out is the substitute's own quantity.
 */
export const ORIGINAL_AMOUNTS = {
  units_originally_ordered: Count.optional(),
  cases_originally_ordered: Count.optional(),
}
