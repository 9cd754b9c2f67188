/** What each location orders from: its own list, and three lists that anybody may open. */
import { appetite, LOCATIONS, locationNamed, type DemoLocation } from './companies.ts'
import { PRODUCTS, STORY, type DemoProduct, type FamilyKey } from './products.ts'
import { random } from './random.ts'

export interface DemoOrderList {
  products: DemoProduct[]
  row: {
    id: number
    public_name: string
    company_location_id: number
    active: boolean
    visible: boolean
    is_public: boolean
    category_names: string[]
  }
}

/** Anybody may open these at /demo/fresh-fish-menu and so on; their products are not in the location's own list. */
const PUBLIC = [
  { name: 'Fresh Fish Menu', location: 'Harborside Main Kitchen', families: ['seafood'], lines: 30 },
  { name: 'Cheese Cellar', location: 'Grove Street Bistro', families: ['cheese'], lines: 36 },
  {
    name: 'Jersey City Pantry',
    location: 'Gallo Pizzeria Newark Avenue',
    families: ['beverage', 'bakery', 'paper'],
    lines: 40,
  },
] satisfies { name: string; location: string; families: FamilyKey[]; lines: number }[]

const draw = random('order lists')
const offered = PRODUCTS.filter(({ row }) => row.active && row.is_primary)

/** In the order of the families, as the catalogue shows them. */
const inOrder = (products: DemoProduct[]) => products.sort((a, b) => offered.indexOf(a) - offered.indexOf(b))

function publicLists(): Omit<DemoOrderList, 'row'>[] {
  return PUBLIC.map(({ families, lines }) => {
    const all = offered.filter(
      ({ family, row }) => (families as FamilyKey[]).includes(family.key) && row.name !== STORY.expiring,
    )
    return { products: inOrder(draw.sample(all, lines)) }
  })
}

/** A location that tracks lots has what the stories of the lots are about on its list. */
function ownProducts(location: DemoLocation, taken: readonly DemoProduct[]): DemoProduct[] {
  const { kitchen } = location.company
  const story = location.row.lot_tracked
    ? offered.filter(({ row }) => Object.values(STORY).includes(row.name))
    : []
  const others = offered.filter(
    (product) =>
      appetite(kitchen, product.family.key) > 0 && !story.includes(product) && !taken.includes(product),
  )
  const drawn = draw.sample(others, location.listLines - story.length, (product) =>
    appetite(kitchen, product.family.key),
  )
  return inOrder([...story, ...drawn])
}

function makeLists(): DemoOrderList[] {
  const shown = publicLists()
  const publicOf = (location: DemoLocation) =>
    PUBLIC.flatMap((list, at) =>
      locationNamed(list.location) === location ? (shown[at]?.products ?? []) : [],
    )
  const own = LOCATIONS.map((location) => ({
    products: ownProducts(location, publicOf(location)),
    location,
    name: '',
  }))
  const open = PUBLIC.map(({ name, location }, at) => ({
    products: shown[at]?.products ?? [],
    location: locationNamed(location),
    name,
  }))
  return [...own, ...open].map(({ products, location, name }, at) => ({
    products,
    row: {
      id: at + 1,
      public_name: name,
      company_location_id: location.row.id,
      active: true,
      visible: true,
      is_public: name !== '',
      category_names: [...new Set(products.map(({ family }) => family.name))],
    },
  }))
}

export const ORDER_LISTS = makeLists()

/** Each list's lines by category, in the order of the families. */
export const ORDER_LIST_ROWS = ORDER_LISTS.flatMap(({ products, row }) =>
  products.map((product, position) => ({
    order_list_id: row.id,
    product: product.row.upc,
    category_name: product.family.name,
    position,
  })),
)

const byLocation = new Map(
  LOCATIONS.map(({ row }) => [
    row.id,
    ORDER_LISTS.filter((list) => list.row.company_location_id === row.id).flatMap((list) => list.products),
  ]),
)

/** Everything that a location may order. */
export const productsOf = (locationId: number): readonly DemoProduct[] => byLocation.get(locationId) ?? []
