/** Two staged orders: what the people of a location have put together and not ordered yet. */
import { locationNamed } from './companies.ts'
import { productsOf } from './order-lists.ts'

const STAGED = [
  { location: 'Harborside Main Kitchen', lines: 6 },
  { location: 'Grove Street Bistro', lines: 4 },
]

export const STAGED_ITEMS = STAGED.flatMap(({ location, lines }) => {
  const { id } = locationNamed(location).row
  return productsOf(id)
    .slice(0, lines)
    .map(({ row }, n) => ({
      company_location_id: id,
      upc: row.upc,
      unit_quantity: row.unit_type === 'Case' ? 0 : n + 1,
      case_quantity: row.unit_type === 'Case' ? n + 1 : 0,
    }))
})
