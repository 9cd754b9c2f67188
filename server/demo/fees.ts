/** What some customers pay beside their goods, and what is laid on some goods. */
import { LOCATIONS } from './companies.ts'
import { PRODUCTS } from './products.ts'
import { WAREHOUSE } from './warehouses.ts'

/** Every so many locations … */
const EVERY_LOCATIONS = 4
const OF_LOCATIONS = [
  { kind: 'surcharge', type: 'f', amount: '0.05', description: 'Fuel surcharge' },
  { kind: 'margin', type: '%', amount: '2.00', description: 'Split cases' },
  { kind: 'surcharge', type: 'f', amount: '0.08', description: 'Early delivery' },
  { kind: 'margin', type: '%', amount: '-1.50', description: 'Volume discount' },
]

/** … have two fees; frozen goods and two products have one each. */
export const FEES = [
  ...LOCATIONS.filter((_, n) => n % EVERY_LOCATIONS === 0).flatMap(({ row }, n) =>
    [n, n + 1].map((at) => ({
      ...OF_LOCATIONS[at % OF_LOCATIONS.length]!,
      company_location_id: row.id,
      warehouse_id: null as number | null,
      product: null as string | null,
    })),
  ),
  {
    kind: 'surcharge',
    type: '%',
    amount: '1.25',
    description: 'Freezer handling',
    company_location_id: null,
    warehouse_id: WAREHOUSE.freezer,
    product: null,
  },
  ...PRODUCTS.filter(({ row }) => row.weight_type === 'r/w')
    .slice(0, 2)
    .map(({ row }) => ({
      kind: 'margin',
      type: '%',
      amount: '4.00',
      description: 'Cutting',
      company_location_id: null,
      warehouse_id: null,
      product: row.upc,
    })),
].map((fee, n) => ({ id: n + 1, ...fee }))
