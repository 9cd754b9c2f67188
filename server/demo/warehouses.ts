/** The four warehouses and the bins in them. */

export const WAREHOUSE = { headOffice: 1, cashAndCarry: 2, dryAndChill: 3, freezer: 4 } as const

export const WAREHOUSES = [
  { id: WAREHOUSE.headOffice, name: 'Head office' },
  { id: WAREHOUSE.cashAndCarry, name: 'Cash & Carry' },
  { id: WAREHOUSE.dryAndChill, name: 'Dry & Chill' },
  { id: WAREHOUSE.freezer, name: 'Freezer' },
]

/** The receipt columns of two of them; the outside supplier's are built in. */
const COLUMNS: readonly (readonly [warehouse: number, columns: Record<string, string>])[] = [
  [
    WAREHOUSE.dryAndChill,
    {
      'Item No.': 'product',
      Description: 'product_name',
      Shipped: 'quantity',
      'U/M': 'unit_type',
      Amount: 'total',
    },
  ],
  [WAREHOUSE.freezer, { UPC: 'product', Pieces: 'quantity', Pack: 'unit_type', 'Line Total': 'total' }],
]
const UNIT_TYPES: readonly (readonly [warehouse: number, texts: Record<string, string>])[] = [
  [WAREHOUSE.dryAndChill, { EA: 'U', LB: 'U', CS: 'C' }],
  [WAREHOUSE.freezer, { PC: 'U', CTN: 'C' }],
]

const mapsOf = (kind: string, of: typeof COLUMNS) =>
  of.flatMap(([warehouse_id, texts]) =>
    Object.entries(texts).map(([category, field]) => ({ warehouse_id, kind, category, field })),
  )

export const WAREHOUSE_MAPS = [...mapsOf('column', COLUMNS), ...mapsOf('unit_type', UNIT_TYPES)].map(
  (map, n) => ({ id: n + 1, ...map }),
)

const BAYS_AN_AISLE = 14
const LEVELS_A_BAY = 3

/** The first aisle of each place. Bins sorted by name are the walk, dry → chill → frozen. */
const FIRST_AISLE = { dry: 'A', chill: 'D', frozen: 'J', cashAndCarry: 'X', headOffice: 'Z' } as const

export type Place = keyof typeof FIRST_AISLE

/** Returns a bin for each product, side by side in its place: aisle, bay and level, as `A-03-2`. */
export function binsOf(places: readonly Place[]): string[] {
  const taken = new Map<Place, number>()
  return places.map((place) => {
    const at = taken.get(place) ?? 0
    taken.set(place, at + 1)
    const bay = Math.floor(at / LEVELS_A_BAY)
    const aisle = String.fromCharCode(FIRST_AISLE[place].charCodeAt(0) + Math.floor(bay / BAYS_AN_AISLE))
    return `${aisle}-${String((bay % BAYS_AN_AISLE) + 1).padStart(2, '0')}-${(at % LEVELS_A_BAY) + 1}`
  })
}
