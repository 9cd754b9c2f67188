/**
 * The catalogue: the families' tables read into rows.
 *
 * A table's columns: name | size | how it is sold | price | weight | flags.
 * - How it is sold: `u` by the unit, `c` by the case, `b` by both, with the units per case: `b12`.
 * - Price: dollars per unit (per case for `c`), or per lb where a weight is given.
 * - Weight of a piece in lb (the unit's, the case's for `c`): `r64-78` weighed and usually so, `f40` nominal.
 * - Flags: `s` the row above may be sent in its place; `n` not primary, shares the item code of the row above;
 *   `e` labelled in EAN-13; `f` frozen in a family that is not; `t` taxable; `x` bought at the Cash & Carry; `h` kept
 *   at the head office.
 */
import { cents, divideRounded, fromUnits, money, thousandths, weight } from '#contract/money.ts'
import { stockIndicator } from '#contract/products/low-stock.ts'
import { displayPrices } from '#contract/products/prices.ts'
import { bakery } from './catalogue/bakery.ts'
import { beverage } from './catalogue/beverage.ts'
import { cheeseDeli } from './catalogue/cheese-deli.ts'
import { dairyEggs } from './catalogue/dairy-eggs.ts'
import { dry } from './catalogue/dry.ts'
import { frozen } from './catalogue/frozen.ts'
import { meat } from './catalogue/meat.ts'
import { oils } from './catalogue/oils.ts'
import { paper } from './catalogue/paper.ts'
import { poultry } from './catalogue/poultry.ts'
import { produce } from './catalogue/produce.ts'
import { seafood } from './catalogue/seafood.ts'
import { caseGtin, ean13, randomWeightUpc, upcA, variableGtin } from './gtin.ts'
import { random } from './random.ts'
import { binsOf, WAREHOUSE, type Place } from './warehouses.ts'

type Zone = 'dry' | 'chill' | 'frozen'

/** The families, in the order of an order list. The letter begins item codes and lots. */
const FAMILIES = [
  { key: 'meat', name: 'Meat', letter: 'M', zone: 'chill', table: meat, taxable: false },
  { key: 'poultry', name: 'Poultry', letter: 'P', zone: 'chill', table: poultry, taxable: false },
  { key: 'seafood', name: 'Seafood', letter: 'S', zone: 'chill', table: seafood, taxable: false },
  { key: 'cheese', name: 'Cheese & Deli', letter: 'C', zone: 'chill', table: cheeseDeli, taxable: false },
  { key: 'dairy', name: 'Dairy & Eggs', letter: 'E', zone: 'chill', table: dairyEggs, taxable: false },
  { key: 'produce', name: 'Produce', letter: 'G', zone: 'chill', table: produce, taxable: false },
  { key: 'dry', name: 'Dry & Canned', letter: 'D', zone: 'dry', table: dry, taxable: false },
  { key: 'oils', name: 'Oils & Vinegars', letter: 'O', zone: 'dry', table: oils, taxable: false },
  { key: 'frozen', name: 'Frozen', letter: 'F', zone: 'frozen', table: frozen, taxable: false },
  { key: 'bakery', name: 'Bakery', letter: 'B', zone: 'dry', table: bakery, taxable: false },
  { key: 'beverage', name: 'Beverage', letter: 'V', zone: 'dry', table: beverage, taxable: false },
  { key: 'paper', name: 'Paper & Cleaning', letter: 'K', zone: 'dry', table: paper, taxable: true },
] as const

export type FamilyKey = (typeof FAMILIES)[number]['key']

/** A product's row, and what the other files of the demo need to know of it. */
export interface DemoProduct {
  family: (typeof FAMILIES)[number]
  /** The five digits of its GTIN that are its own. */
  reference: string
  zone: Zone
  row: ReturnType<typeof rowOf>
}

/** A line of a table, read. */
interface Line {
  family: (typeof FAMILIES)[number]
  reference: string
  itemCode: string
  name: string
  size: string
  sold: string
  pack: number
  price: string
  weight: string
  flags: string
}

function linesOf(family: (typeof FAMILIES)[number], familyAt: number): Line[] {
  let itemCode = ''
  return family.table
    .trim()
    .split('\n')
    .map((text, at) => {
      const [name = '', size = '', sold = '', price = '', pounds = '', flags = ''] = text
        .split('|')
        .map((column) => column.trim())
      const reference = String(10_010 + familyAt * 1_000 + at * 7).padStart(5, '0')
      if (!flags.includes('n')) itemCode = `${family.letter}${1_000 + at * 5}`
      const pack = Number(sold.slice(1))
      return {
        family,
        reference,
        itemCode,
        name,
        size,
        sold: sold.charAt(0),
        pack,
        price,
        weight: pounds,
        flags,
      }
    })
}

function upcOf({ reference, sold, weight: pounds, flags }: Line): string {
  if (pounds.startsWith('r')) return variableGtin(reference)
  if (flags.includes('e')) return ean13(reference)
  return sold === 'c' ? caseGtin(reference) : upcA(reference)
}

/** Buying by the case saves 4 %. */
const byTheCase = (amount: bigint) => divideRounded(amount * 96n, 100n)

const UNIT_TYPE = { u: 'Unit', c: 'Case', b: 'Unit / Case' } as const

/** The prices and weights of a line, as the products table has them. */
function pricesOf({ sold, pack, price, weight: pounds }: Line) {
  const weightType = ({ r: 'r/w', f: 'fix' } as const)[pounds.charAt(0)] ?? ('' as const)
  const isWeighed = weightType !== ''
  const byUnit = sold !== 'c'
  const byCase = sold !== 'u'
  const perUnit = byUnit ? cents(price) : 0n
  const perCase =
    sold === 'c' ? cents(price) : byCase ? byTheCase(perUnit * BigInt(isWeighed ? 1 : pack)) : 0n
  const [low = '', high = low] = pounds.slice(1).split('-')
  const average = isWeighed ? divideRounded(thousandths(low) + thousandths(high), 2n) : 0n
  const own = {
    unit_price: money(perUnit),
    case_price: money(perCase),
    average_unit_weight: isWeighed && byUnit ? weight(average) : null,
    average_case_weight: isWeighed && byCase ? weight(sold === 'c' ? average : average * BigInt(pack)) : null,
    weight_min_lbs: weightType === 'r/w' ? weight(thousandths(low)) : null,
    weight_max_lbs: weightType === 'r/w' ? weight(thousandths(high)) : null,
    weight_type: weightType,
    unit_type: UNIT_TYPE[sold as keyof typeof UNIT_TYPE],
    units_per_case: pack,
  }
  return { ...own, ...displayPrices(own) }
}

const HANDLING = {
  dry: 'Keep dry and cool.',
  chill: 'Keep between 33 and 40 °F.',
  frozen: 'Keep at 0 °F or below.',
} as const
const CHARGED = {
  '': '',
  'r/w': ' Each piece is weighed and charged by the pound.',
  fix: ' Charged by the pound on its nominal weight.',
} as const

const zoneOf = (line: Line): Zone => (line.flags.includes('f') ? 'frozen' : line.family.zone)

function placeOf(line: Line): Place {
  if (line.flags.includes('x')) return 'cashAndCarry'
  return line.flags.includes('h') ? 'headOffice' : zoneOf(line)
}

const WAREHOUSE_OF = {
  dry: WAREHOUSE.dryAndChill,
  chill: WAREHOUSE.dryAndChill,
  frozen: WAREHOUSE.freezer,
  cashAndCarry: WAREHOUSE.cashAndCarry,
  headOffice: WAREHOUSE.headOffice,
} as const

const draw = random('products')

function rowOf(line: Line, bin: string, substitute: Line | undefined) {
  const prices = pricesOf(line)
  const least = placeOf(line) === 'cashAndCarry' ? 0 : draw.int(14, 160)
  // a scale's label gives the price that the supplier asks; about four in ten suppliers have reported theirs
  const hasRate = prices.weight_type === 'r/w' && line.sold === 'u' && draw.chance(0.75)
  const stock = least + draw.int(least === 0 ? 24 : 0, 60)
  return {
    upc: upcOf(line),
    name: line.name,
    size: line.size,
    // ours, because the security policy shows no foreign host's pictures
    url: `/products/${line.family.key}.png`,
    item_code: line.itemCode,
    ...prices,
    stock_level: stock,
    combined_stock_level: stock,
    stock_level_indicator: 'in stock',
    default_unit_type: line.sold === 'c' || (line.sold === 'b' && draw.chance(0.4)) ? 'c' : 'u',
    api_description: HANDLING[zoneOf(line)] + CHARGED[prices.weight_type],
    active: true,
    out_of_stock: false,
    tax_default: line.family.taxable || line.flags.includes('t'),
    bin,
    warehouse_id: WAREHOUSE_OF[placeOf(line)],
    acceptable_substitutions: substitute ? [upcOf(substitute)] : [],
    supplier_rate: hasRate ? fromUnits(divideRounded(cents(line.price) * 78n, 100n), 2) : null,
    is_primary: !line.flags.includes('n'),
    department: line.family.name,
    department_id: FAMILIES.indexOf(line.family) + 1,
    ...suppliersOwn(line),
  }
}

/**
 * Returns the supplier's own fields. The Cash & Carry's feed keeps its goods: it writes in capitals, and the house
 * calls some of them otherwise.
 */
function suppliersOwn(line: Line) {
  const isFed = placeOf(line) === 'cashAndCarry'
  return {
    api_managed: isFed,
    api_manager: isFed ? 'Cash & Carry' : '',
    overridden: isFed ? { name: line.name.toUpperCase() } : {},
    tag_main_description: isFed ? line.name.toUpperCase().slice(0, 30) : '',
    special_order_item: isFed,
  }
}

/** Products that the stories in other files need: they stay in stock. */
export const STORY = {
  /** Every lot of it that is in the house expires tomorrow. */
  expiring: 'Salmon Fillet Faroe Islands D-Trim',
  /** One lot of it is to be recalled. */
  recalled: 'Ground Brisket-Chuck Blend, Palisade Grind',
}

/** Marks 12 inactive, 9 out of stock and 18 low; some of those that run out have a substitute. */
function setStock(products: DemoProduct[]): void {
  const wanted = new Set(products.flatMap(({ row }) => row.acceptable_substitutions))
  const free = products.filter(
    ({ row }) => row.is_primary && !wanted.has(row.upc) && !Object.values(STORY).includes(row.name),
  )
  const replaceable = draw.sample(
    free.filter(({ row }) => row.acceptable_substitutions.length > 0),
    10,
  )
  const others = draw.sample(
    free.filter(({ row }) => row.acceptable_substitutions.length === 0),
    29,
  )
  /** Sets the stock of an item code. The other products of the code have none. */
  const setCode = ({ upc, item_code }: DemoProduct['row'], stock: number) => {
    for (const { row } of products)
      if (row.item_code === item_code) row.stock_level = row.upc === upc ? stock : 0
  }
  for (const { row } of others.slice(0, 12)) row.active = false
  for (const { row } of [...replaceable.slice(0, 5), ...others.slice(12, 16)]) setCode(row, 0)
  for (const { row } of [...replaceable.slice(5), ...others.slice(16)]) {
    setCode(row, draw.int(1, 5))
  }
  const sums = new Map<string, number>()
  for (const { row } of products) sums.set(row.item_code, (sums.get(row.item_code) ?? 0) + row.stock_level)
  for (const { row } of products) {
    const stock = sums.get(row.item_code)!
    Object.assign(row, {
      combined_stock_level: stock,
      stock_level_indicator: stockIndicator(stock),
      out_of_stock: stock === 0,
    })
  }
}

/** Every product, in the order of the families' tables. */
export const PRODUCTS: readonly DemoProduct[] = makeProducts()

function makeProducts(): DemoProduct[] {
  const lines = FAMILIES.flatMap(linesOf)
  const bins = binsOf(lines.map(placeOf))
  const products = lines.map((line, at) => ({
    family: line.family,
    reference: line.reference,
    zone: zoneOf(line),
    row: rowOf(line, bins[at] ?? '', line.flags.includes('s') ? lines[at - 1] : undefined),
  }))
  setStock(products)
  return products
}

/** One row per item code, named as its primary product. */
export const ITEM_CODES = PRODUCTS.filter(({ row }) => row.is_primary).map(({ row }) => ({
  item_code: row.item_code,
  name: row.name,
}))

/** 40 other barcodes: cases of what is sold by the piece too, labels of a shop's scale, and labels of former suppliers. */
export const BARCODE_ALTERNATES = makeAlternates()

function makeAlternates(): { barcode: string; product: string }[] {
  const active = PRODUCTS.filter(({ row }) => row.active)
  const both = active.filter(({ row }) => row.unit_type === 'Unit / Case' && row.weight_type === '')
  const scale = active.filter(({ row }) => row.supplier_rate !== null)
  const alternate = (make: (reference: string) => string) => (product: DemoProduct) => ({
    barcode: make(product.reference),
    product: product.row.upc,
  })
  return [
    ...draw.sample(both, 22).map(alternate(caseGtin)),
    ...draw.sample(scale, 12).map(alternate(randomWeightUpc)),
    // the same digits, but the family's first one is outside the range that our own references take
    ...draw.sample(active, 6).map(alternate((reference) => upcA(String(Number(reference) + 60_000)))),
  ]
}
