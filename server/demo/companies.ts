/** The customers: 28 companies with 46 locations around Jersey City. */
import { accountOf, type DemoAccount } from './accounts.ts'
import type { FamilyKey } from './products.ts'

/** What a kind of kitchen buys: how likely a product of each family is on its order list, 0 to 10. */
const KITCHENS = {
  steakhouse: {
    meat: 10,
    poultry: 3,
    seafood: 8,
    cheese: 3,
    dairy: 5,
    produce: 7,
    dry: 3,
    oils: 5,
    frozen: 2,
    bakery: 4,
    beverage: 5,
    paper: 2,
  },
  pizzeria: {
    meat: 1,
    poultry: 2,
    seafood: 1,
    cheese: 9,
    dairy: 2,
    produce: 6,
    dry: 9,
    oils: 6,
    frozen: 5,
    bakery: 2,
    beverage: 6,
    paper: 5,
  },
  trattoria: {
    meat: 5,
    poultry: 4,
    seafood: 6,
    cheese: 9,
    dairy: 5,
    produce: 8,
    dry: 9,
    oils: 7,
    frozen: 3,
    bakery: 4,
    beverage: 5,
    paper: 2,
  },
  bistro: {
    meat: 6,
    poultry: 7,
    seafood: 7,
    cheese: 6,
    dairy: 8,
    produce: 8,
    dry: 4,
    oils: 6,
    frozen: 3,
    bakery: 7,
    beverage: 5,
    paper: 2,
  },
  hotel: {
    meat: 6,
    poultry: 6,
    seafood: 6,
    cheese: 6,
    dairy: 8,
    produce: 8,
    dry: 5,
    oils: 5,
    frozen: 5,
    bakery: 8,
    beverage: 8,
    paper: 6,
  },
  school: {
    meat: 2,
    poultry: 4,
    seafood: 0,
    cheese: 2,
    dairy: 6,
    produce: 5,
    dry: 5,
    oils: 2,
    frozen: 7,
    bakery: 6,
    beverage: 4,
    paper: 9,
  },
  cafe: {
    meat: 0,
    poultry: 1,
    seafood: 1,
    cheese: 3,
    dairy: 9,
    produce: 4,
    dry: 3,
    oils: 1,
    frozen: 3,
    bakery: 9,
    beverage: 9,
    paper: 8,
  },
  caterer: {
    meat: 7,
    poultry: 7,
    seafood: 6,
    cheese: 6,
    dairy: 5,
    produce: 7,
    dry: 5,
    oils: 5,
    frozen: 6,
    bakery: 6,
    beverage: 4,
    paper: 8,
  },
  seafood: {
    meat: 1,
    poultry: 1,
    seafood: 10,
    cheese: 1,
    dairy: 4,
    produce: 6,
    dry: 4,
    oils: 6,
    frozen: 4,
    bakery: 4,
    beverage: 4,
    paper: 4,
  },
  grill: {
    meat: 6,
    poultry: 8,
    seafood: 2,
    cheese: 4,
    dairy: 3,
    produce: 5,
    dry: 4,
    oils: 7,
    frozen: 8,
    bakery: 8,
    beverage: 8,
    paper: 7,
  },
} satisfies Record<string, Record<FamilyKey, number>>

export type Kitchen = keyof typeof KITCHENS

/** How likely a product of a family is on the order list of a kitchen, 0 to 10. */
export const appetite = (kitchen: Kitchen, family: FamilyKey): number => KITCHENS[kitchen][family]

/**
 * A company: name | kitchen | flags, then its locations: name | address | lines of its order list | orders a week |
 * refrigerated delivery fee | flags.
 * - A company's flags: `exempt` from tax, `pays` online: its users see the payments column.
 * - A location's flags: `lot` tracked, `fuel` surcharge (it is charged fees for delivery), `closed`.
 */
const TABLE = `
Ironbound Steakhouse Group | steakhouse | pays
- Ironbound Steakhouse Exchange Place | 15 Exchange Pl, Jersey City, NJ 07302 | 120 | 6 | 12.50 | lot fuel
- Ironbound Steakhouse Newport | 525 Washington Blvd, Jersey City, NJ 07310 | 108 | 5 | 12.50 | lot fuel
- Ironbound Steakhouse Hoboken | 301 Sinatra Dr, Hoboken, NJ 07030 | 104 | 5 | 15.00 | lot fuel
- Ironbound Steakhouse Weehawken | 1 Pershing Rd, Weehawken, NJ 07086 | 96 | 4 | 15.00 | lot fuel
The Harborside Hotel | hotel | pays
- Harborside Main Kitchen | 2 Exchange Pl, Jersey City, NJ 07302 | 118 | 6 | 10.00 | lot fuel
- Harborside Rooftop Bar | 2 Exchange Pl, 31st Floor, Jersey City, NJ 07302 | 58 | 3 | 10.00 |
Gallo Pizzeria | pizzeria | pays
- Gallo Pizzeria Newark Avenue | 181 Newark Ave, Jersey City, NJ 07302 | 84 | 4 | 8.00 | fuel
- Gallo Pizzeria The Heights | 366 Central Ave, Jersey City, NJ 07307 | 76 | 4 | 8.00 | fuel
- Gallo Pizzeria Bayonne | 712 Broadway, Bayonne, NJ 07002 | 72 | 3 | 8.00 | fuel
Liberty Charter Schools | school | exempt
- Liberty Charter Elementary | 88 Ferry St, Jersey City, NJ 07307 | 62 | 3 | 0.00 | lot
- Liberty Charter Middle School | 160 Mercer St, Jersey City, NJ 07302 | 58 | 3 | 0.00 | lot
- Liberty Charter High School | 40 Communipaw Ave, Jersey City, NJ 07304 | 66 | 3 | 0.00 | lot
Slow Tide Coffee | cafe | pays
- Slow Tide Grove Street | 99 Grove St, Jersey City, NJ 07302 | 42 | 3 | 6.00 |
- Slow Tide Journal Square | 30 Journal Sq, Jersey City, NJ 07306 | 36 | 3 | 6.00 |
Bright Table Catering | caterer | pays
- Bright Table Commissary | 430 Communipaw Ave, Jersey City, NJ 07304 | 112 | 4 | 12.00 | lot fuel
Osteria Marenna | trattoria |
- Osteria Marenna | 127 Montgomery St, Jersey City, NJ 07302 | 98 | 4 | 9.00 | fuel
- Osteria Marenna Edgewater | 538 River Rd, Edgewater, NJ 07020 | 86 | 3 | 14.00 | fuel
Blue Crab House | seafood |
- Blue Crab House | 75 Liberty Landing Dr, Jersey City, NJ 07305 | 78 | 4 | 9.00 | fuel
- Blue Crab Shack | 11 Pier Rd, Keyport, NJ 07735 | 54 | 2 | 18.00 | fuel
Grove Street Bistro | bistro | pays
- Grove Street Bistro | 205 Grove St, Jersey City, NJ 07302 | 92 | 4 | 8.00 |
Palisade Grill | grill |
- Palisade Grill | 1402 Palisade Ave, Fort Lee, NJ 07024 | 82 | 3 | 14.00 | fuel
- Palisade Grill Express | 230 Main St, Fort Lee, NJ 07024 | 64 | 3 | 14.00 | fuel
Hudson Street Tavern | grill |
- Hudson Street Tavern | 618 Hudson St, Hoboken, NJ 07030 | 80 | 3 | 10.00 | fuel
Cucina Amara | trattoria |
- Cucina Amara | 84 Wayne St, Jersey City, NJ 07302 | 90 | 3 | 8.00 |
Van Vorst Brasserie | bistro | pays
- Van Vorst Brasserie | 276 York St, Jersey City, NJ 07302 | 94 | 4 | 8.00 |
- Van Vorst Bakery Counter | 280 York St, Jersey City, NJ 07302 | 38 | 3 | 6.00 |
Saint Anselm Senior Living | hotel | exempt
- Saint Anselm Residence | 921 Bergen Ave, Jersey City, NJ 07306 | 88 | 3 | 0.00 | lot
- Saint Anselm Care Center | 935 Bergen Ave, Jersey City, NJ 07306 | 70 | 3 | 0.00 | lot
Powerhouse Pizza | pizzeria |
- Powerhouse Pizza | 344 Washington St, Jersey City, NJ 07302 | 70 | 3 | 8.00 |
Communipaw Diner | grill |
- Communipaw Diner | 815 Communipaw Ave, Jersey City, NJ 07304 | 86 | 4 | 8.00 |
Bergen Arches Brewpub | grill | pays
- Bergen Arches Brewpub | 53 Cook St, Jersey City, NJ 07306 | 74 | 3 | 8.00 |
Lantern Noodle | bistro |
- Lantern Noodle | 550 Newark Ave, Jersey City, NJ 07306 | 68 | 3 | 8.00 |
Ferry Slip Fish & Chips | seafood |
- Ferry Slip Fish & Chips | 100 Town Square Pl, Jersey City, NJ 07310 | 52 | 3 | 8.00 |
Hamilton Park Market Café | cafe |
- Hamilton Park Market Café | 250 Ninth St, Jersey City, NJ 07302 | 44 | 3 | 6.00 |
- Hamilton Park Kiosk | 25 McWilliams Pl, Jersey City, NJ 07302 | 25 | 2 | 6.00 |
Terrace at Port Imperial | hotel | pays
- Terrace at Port Imperial | 4800 Ave at Port Imperial, Weehawken, NJ 07086 | 102 | 4 | 15.00 | fuel
- Port Imperial Banquets | 4810 Ave at Port Imperial, Weehawken, NJ 07086 | 100 | 3 | 15.00 | fuel
Sal's Sandwich Works | grill |
- Sal's Sandwich Works | 414 Jersey Ave, Jersey City, NJ 07302 | 56 | 3 | 6.00 |
Greenville Community Kitchen | school | exempt
- Greenville Community Kitchen | 205 Ocean Ave, Jersey City, NJ 07305 | 60 | 2 | 0.00 |
Marigold Events | caterer |
- Marigold Events | 39 Monitor St, Jersey City, NJ 07304 | 96 | 2 | 10.00 | fuel
Little Lisbon | trattoria |
- Little Lisbon | 77 Ferry St, Newark, NJ 07105 | 88 | 3 | 12.00 | fuel
- Little Lisbon Rotisserie | 159 Ferry St, Newark, NJ 07105 | 60 | 2 | 12.00 | fuel
Sixth Borough Burgers | grill | pays
- Sixth Borough Burgers Hoboken | 112 Washington St, Hoboken, NJ 07030 | 62 | 3 | 10.00 | fuel
- Sixth Borough Burgers Bayonne | 480 Broadway, Bayonne, NJ 07002 | 58 | 3 | 10.00 | fuel
Dockmaster Yacht Club | seafood |
- Dockmaster Yacht Club | 1 Marina Dr, Jersey City, NJ 07305 | 64 | 2 | 9.00 |
Old Erie Commissary | caterer |
- Old Erie Commissary | 180 Twelfth St, Jersey City, NJ 07310 | 84 | 2 | 9.00 | closed
`

export interface DemoCompany {
  kitchen: Kitchen
  /** Its users see the payments column. */
  pays: boolean
  /** Its goods are not taxed. */
  exempt: boolean
  row: { id: number; name: string }
}

export interface DemoLocation {
  company: DemoCompany
  /** How many lines its order list has. */
  listLines: number
  ordersAWeek: number
  row: {
    id: number
    company_id: number
    name: string
    active: boolean
    complete_address: string
    lot_tracked: boolean
    fuel_surcharge: boolean
    refrigerated_delivery_fee: string
  } & DemoAccount
}

export const COMPANIES: DemoCompany[] = []
export const LOCATIONS: DemoLocation[] = []

for (const text of TABLE.trim().split('\n')) {
  const columns = text.split('|').map((column) => column.trim())
  if (text.startsWith('- ')) addLocation(columns)
  else addCompany(columns)
}

function addCompany([name = '', kitchen = '', flags = '']: string[]): void {
  const row = { id: COMPANIES.length + 1, name }
  COMPANIES.push({
    kitchen: kitchen as Kitchen,
    pays: flags.includes('pays'),
    exempt: flags.includes('exempt'),
    row,
  })
}

function addLocation([
  name = '',
  address = '',
  lines = '',
  orders = '',
  fee = '',
  flags = '',
]: string[]): void {
  const company = COMPANIES.at(-1)
  if (!company) throw new Error('the table begins with a location')
  LOCATIONS.push({
    company,
    listLines: Number(lines),
    ordersAWeek: Number(orders),
    row: {
      id: LOCATIONS.length + 1,
      company_id: company.row.id,
      name: name.replace('- ', ''),
      active: !flags.includes('closed'),
      complete_address: address,
      lot_tracked: flags.includes('lot'),
      fuel_surcharge: flags.includes('fuel'),
      refrigerated_delivery_fee: fee,
      ...accountOf({ at: LOCATIONS.length, company, name: name.replace('- ', ''), address }),
    },
  })
}

/** The location of this name; a name that is not there is a defect. */
export function locationNamed(name: string): DemoLocation {
  const found = LOCATIONS.find(({ row }) => row.name === name)
  if (!found) throw new Error(`there is no location ${name}`)
  return found
}
