import { describe, expect, it } from 'vitest'
import type { DifferenceGroup } from '#contract/receipts/schema.ts'
import { compare, type ComparedItem, type ComparedLine, type ComparedProduct } from './compare.ts'
import { goodsOf } from './goods.ts'

const product = (upc: string, over: Partial<ComparedProduct> = {}): ComparedProduct => ({
  upc,
  item_code: `code of ${upc}`,
  name: `Product ${upc}`,
  combined_stock_level: 5,
  bin: 'A-01-1',
  ...over,
})
const item = (over: Partial<ComparedItem> = {}): ComparedItem => ({
  id: 'item-1',
  order: 11,
  product: '1',
  units_ordered: 4,
  cases_ordered: 0,
  unit_quantity: 4,
  case_quantity: 0,
  out_of_stock: false,
  ignore_missing_items: false,
  invoiced: false,
  bin_override: null,
  price_per_unit: '2.50',
  price_per_case: '24.00',
  total: '10.00',
  ...over,
})
const line = (over: Partial<ComparedLine> = {}): ComparedLine => ({
  product: '1',
  otherCode: null,
  unit_type: 'U',
  quantity: '4',
  total: '10.00',
  isSurcharge: false,
  ...over,
})

interface Given {
  items?: ComparedItem[]
  lines?: ComparedLine[]
  products?: ComparedProduct[]
  margin?: number | null
}
const groups = ({
  items = [item()],
  lines = [line()],
  products = [product('1'), product('2')],
  margin = null,
}: Given) =>
  compare({ items, lines, products: new Map(products.map((one) => [one.upc, one])), priceMargin: margin })
const names = ({ difference_categories }: DifferenceGroup) =>
  difference_categories.map((name) => name.replace('DifferenceCategory.', ''))
const found = (given: Given) => groups(given).map(names)

describe('orders against receipts', () => {
  it('C172 agree where the same was bought as was picked: they are listed, without a category', () => {
    expect(found({})).toEqual([[]])
  })

  it('C172 say what is on no receipt and what was not ordered, and nothing more of it', () => {
    expect(found({ lines: [], margin: 0 })).toEqual([['NO_RECEIPT_ITEM']])
    expect(found({ items: [], margin: 0 })).toEqual([['NO_ORDER_ITEM']])
    expect(found({ items: [item({ unit_quantity: 0 })], lines: [] })).toEqual([['NO_RECEIPT_ITEM']])
  })

  it('C172 say which kind of quantity differs, units and cases apart', () => {
    expect(found({ lines: [line({ quantity: '5' })] })).toEqual([['UNIT_QUANTITY']])
    expect(found({ lines: [line({ quantity: '4' }), line({ unit_type: 'C', quantity: '1' })] })).toEqual([
      ['CASE_QUANTITY'],
    ])
    // Twelve units are no case.
    const dozen = [item({ units_ordered: 12, unit_quantity: 12 })]
    expect(found({ items: dozen, lines: [line({ unit_type: 'C', quantity: '1' })] })).toEqual([
      ['UNIT_QUANTITY', 'CASE_QUANTITY'],
    ])
  })

  it('C174 add up what all orders have of a product, with what was picked, ordered and the difference', () => {
    const second = item({ id: 'item-2', order: 9, units_ordered: 3, unit_quantity: 1, total: '2.50' })
    const cases = { cases_ordered: 2, case_quantity: 3 }
    const [group] = groups({ items: [item(cases), second] })
    expect(group!.differences).toEqual([
      {
        product: {
          upc: '1',
          item_code: 'code of 1',
          name: 'Product 1',
          combined_stock_level: 5,
          bin: 'A-01-1',
        },
        receipt_upc: null,
        order_item: {
          unit_quantity: 5,
          case_quantity: 3,
          total: '12.50',
          referenced_orders: [9, 11],
          base_unit_quantity: 5,
          units_ordered: 7,
          unit_quantity_to_ordered_difference: -2,
          base_case_quantity: 3,
          cases_ordered: 2,
          case_quantity_to_ordered_difference: 1,
          ignore_missing_items: false,
          referenced_order_items: ['item-1', 'item-2'],
          invoiced_orders: [],
        },
        receipt_item: { unit_quantity: 4, case_quantity: 0, total: '10.00' },
      },
    ])
  })

  it('C174 compare what was picked, also where nothing is picked yet', () => {
    expect(found({ items: [item({ unit_quantity: 0, total: '0.00' })] })).toEqual([['UNIT_QUANTITY']])
  })

  it('name the orders of a product that are invoiced, of which nothing is ignored any more', () => {
    const items = [
      item(),
      item({ id: 'item-2', order: 9, invoiced: true }),
      item({ id: 'item-3', order: 9, invoiced: true }),
    ]
    expect(groups({ items })[0]!.differences[0]!.order_item!.invoiced_orders).toEqual([9])
  })

  it('C174 are ignored only where each of a product’s lines is, and then want neither receipt nor quantity', () => {
    const ignored = item({ ignore_missing_items: true })
    const both = [ignored, item({ id: 'item-2' })]
    const isIgnored = (items: ComparedItem[]) =>
      groups({ items })[0]!.differences[0]!.order_item!.ignore_missing_items
    expect([isIgnored([ignored]), isIgnored(both)]).toEqual([true, false])
    expect(found({ items: [ignored], lines: [] })).toEqual([[]])
    expect(found({ items: [ignored], lines: [line({ quantity: '9' })] })).toEqual([[]])
    expect(found({ items: both, lines: [] })).toEqual([['NO_RECEIPT_ITEM']])
  })

  it('C172 distinguish what is out of stock in all of its lines from what was forgotten', () => {
    const gone = item({ out_of_stock: true, unit_quantity: 0, total: '0.00' })
    expect(found({ items: [gone], lines: [] })).toEqual([['OUT_OF_STOCK']])
    expect(found({ items: [gone] })).toEqual([['OUT_OF_STOCK']])
    expect(found({ items: [gone, item({ id: 'item-2' })], lines: [] })).toEqual([['NO_RECEIPT_ITEM']])
  })

  it('go along the walk through the house', () => {
    const products = [product('1', { bin: 'B-02-1' }), product('2', { bin: 'A-10-1' })]
    const listed = groups({ products, lines: [line(), line({ product: '2' })] })
    expect(listed.map(({ differences }) => differences[0]!.product.upc)).toEqual(['2', '1'])
  })

  it('C165 go by the bin of the order where it has one of its own', () => {
    const products = [product('1', { bin: 'B-02-1' }), product('2', { bin: 'C-10-1' })]
    const items = [item(), item({ id: 'item-2', product: '2', bin_override: 'A-01-1' })]
    const listed = groups({ products, items, lines: [] })
    expect(listed.map(({ differences }) => differences[0]!.product.bin)).toEqual(['A-01-1', 'B-02-1'])
  })

  it('name a product that the house does not carry by its code', () => {
    const [group] = groups({ items: [], lines: [line({ product: '777' })] })
    expect(group!.differences[0]!.product).toMatchObject({ upc: '777', name: 'Product 777' })
  })
})

describe('prices', () => {
  const priced = (total: string, margin: number | null, quantity = '4') =>
    found({ lines: [line({ total, quantity })], margin })

  it('C172 are approximately right inside the tolerance, wrong outside, and not looked at unless asked for', () => {
    expect(priced('10.00', 0.2)).toEqual([[]])
    expect(priced('12.50', 0.2)).toEqual([['APPROXIMATE_PRICE']])
    expect(priced('12.51', 0.2)).toEqual([['PRICE']])
    expect(priced('8.34', 0.2)).toEqual([['APPROXIMATE_PRICE']])
    expect(priced('8.33', 0.2)).toEqual([['PRICE']])
    expect(priced('9.99', 0)).toEqual([['PRICE']])
    expect(priced('1.00', null)).toEqual([[]])
  })

  it('are those of a piece, whatever was bought of it; what the receipt gives for nothing is passed over', () => {
    expect(priced('20.00', 0, '8')).toEqual([['UNIT_QUANTITY']])
    expect(priced('10.00', 0.2, '8')).toEqual([['UNIT_QUANTITY', 'PRICE']])
    expect(priced('0.00', 0)).toEqual([[]])
  })

  it('are compared for units and cases apart, and the worse of the two is reported', () => {
    const items = [item({ case_quantity: 1 })]
    const bought = (units: string, cases: string) => [
      line({ total: units }),
      line({ unit_type: 'C', quantity: '1', total: cases }),
    ]
    expect(found({ items, lines: bought('10.00', '24.00'), margin: 0 })).toEqual([[]])
    expect(found({ items, lines: bought('12.00', '22.00'), margin: 0.2 })).toEqual([['APPROXIMATE_PRICE']])
    expect(found({ items, lines: bought('10.50', '12.00'), margin: 0.2 })).toEqual([['PRICE']])
  })

  it('of several orders are averaged by what was picked', () => {
    const cheap = item({ id: 'item-2', order: 9, price_per_unit: '1.00', unit_quantity: 1 })
    expect(
      found({ items: [item(), cheap], lines: [line({ quantity: '5', total: '11.00' })], margin: 0 }),
    ).toEqual([[]])
  })

  it('are not changed by a surcharge, which the total shows', () => {
    const lines = [line(), line({ quantity: '1', total: '2.40', isSurcharge: true })]
    const [group] = groups({ lines, margin: 0 })
    expect(names(group!)).toEqual([])
    expect(group!.differences[0]!.receipt_item).toEqual({
      unit_quantity: 4,
      case_quantity: 0,
      total: '12.40',
    })
  })
})

describe('a product that was bought in place of another', () => {
  const sameCode = ['1', '2', '3'].map((upc) => product(upc, { item_code: 'X' }))
  const bought = [line({ product: '2' })]

  it('C172 is linked where both are the only ones of their item code: the ordered one shows, with the receipt’s upc', () => {
    const [group, ...others] = groups({ products: sameCode, lines: bought })
    expect(others).toEqual([])
    expect(names(group!)).toEqual(['LINKED_UPC_1TO1'])
    expect(group!.differences).toMatchObject([
      {
        product: { upc: '1' },
        receipt_upc: '2',
        order_item: { unit_quantity: 4 },
        receipt_item: { unit_quantity: 4 },
      },
    ])
  })

  it('C172 is linked where the receipt has another barcode of it', () => {
    const [group] = groups({ lines: [line({ otherCode: '0099' })] })
    expect(names(group!)).toEqual(['LINKED_UPC_1TO1'])
    expect(group!.differences[0]!.receipt_upc).toBe('0099')
    expect(found({ items: [], lines: [line({ otherCode: '0099' })] })).toEqual([['NO_ORDER_ITEM']])
  })

  it('has the other categories as well', () => {
    const lines = [line({ product: '2', quantity: '3', total: '30.00' })]
    expect(found({ products: sameCode, lines, margin: 0.2 })).toEqual([
      ['LINKED_UPC_1TO1', 'UNIT_QUANTITY', 'PRICE'],
    ])
  })

  it('is not guessed where two could be meant, where the product itself was bought as well, or by no item code', () => {
    expect(found({ products: sameCode, lines: [...bought, line({ product: '3' })] }).flat()).toEqual([
      'NO_RECEIPT_ITEM',
      'NO_ORDER_ITEM',
      'NO_ORDER_ITEM',
    ])
    expect(found({ products: sameCode, lines: [line(), ...bought] }).flat()).toEqual(['NO_ORDER_ITEM'])
    const items = [item(), item({ id: 'item-3', product: '3' })]
    expect(found({ products: sameCode, items, lines: bought }).flat()).toEqual([
      'NO_RECEIPT_ITEM',
      'NO_ORDER_ITEM',
      'NO_RECEIPT_ITEM',
    ])
    const none = ['1', '2'].map((upc) => product(upc, { item_code: '' }))
    expect(found({ products: none, lines: bought }).flat()).toEqual(['NO_RECEIPT_ITEM', 'NO_ORDER_ITEM'])
  })

  it('is not linked to what is out of stock', () => {
    const items = [item({ out_of_stock: true, unit_quantity: 0 })]
    expect(found({ products: sameCode, items, lines: bought })).toEqual([['OUT_OF_STOCK'], ['NO_ORDER_ITEM']])
  })
})

describe('the goods of a receipt', () => {
  const stored = (product_: string, over: object = {}) => ({
    receipt: 1,
    product: product_,
    unit_type: 'U',
    quantity: '4.000',
    total: '10.00',
    ...over,
  })
  const voidOf = (code: string, over: object = {}) => stored(`Void: ${code}`, { unit_type: '', ...over })
  const voided = (...lines: ReturnType<typeof stored>[]) =>
    goodsOf(lines)
      .filter(({ quantity }) => quantity.startsWith('-'))
      .map(({ code, unit_type, quantity, total }) => [code, unit_type, quantity, total])

  it('are its lines by the code without its zeros', () => {
    expect(goodsOf([stored('00061', { unit_type: 'C' })])).toEqual([
      {
        written: '00061',
        code: '61',
        unit_type: 'C',
        quantity: '4.000',
        total: '10.00',
        isSurcharge: false,
      },
    ])
  })

  it('are less by what was voided, with and without a sign, in the unit type that the product has there', () => {
    expect(voided(stored('61'), voidOf('0061', { quantity: '-1.000', total: '-2.50' }))).toEqual([
      ['61', 'U', '-1.000', '-2.50'],
    ])
    const byCase = stored('61', { unit_type: 'C', quantity: '1.000', total: '24.00' })
    expect(voided(byCase, voidOf('61', { quantity: '1.000', total: '24.00' }))).toEqual([
      ['61', 'C', '-1.000', '-24.00'],
    ])
    expect(voided(byCase, stored('61'), voidOf('61', { quantity: '1', total: '24' }))).toEqual([
      ['61', 'C', '-1', '-24'],
    ])
    expect(voided(byCase, stored('61'), voidOf('61', { quantity: '1', total: '2.50' }))).toEqual([
      ['61', 'U', '-1', '-2.50'],
    ])
  })

  it('are compared in one pass: each code is read a few times, however many lines there are', () => {
    let reads = 0
    const counted = (code: string) => ({
      ...stored(code),
      get product() {
        reads += 1
        return code
      },
    })
    const lines = Array.from({ length: 500 }, (_, n) => counted(String(n + 1)))
    expect(goodsOf([...lines, counted('Void: 7')])).toHaveLength(501)
    expect(reads).toBeLessThan(5 * 501)
  })

  it('C172 that were voided as a whole were never bought', () => {
    const lines = goodsOf([stored('1'), voidOf('1')]).map(({ written: _written, code, ...rest }) => ({
      ...rest,
      product: code,
      otherCode: null,
    }))
    expect(found({ lines })).toEqual([['NO_RECEIPT_ITEM']])
    expect(found({ items: [], lines })).toEqual([])
  })

  it('have a surcharge where it names one of them; any other is of the receipt alone', () => {
    const laidOn = (...lines: ReturnType<typeof stored>[]) =>
      goodsOf(lines)
        .filter(({ isSurcharge }) => isSurcharge)
        .map(({ code, total }) => [code, total])
    expect(laidOn(stored('61'), stored('Surcharge: 061'), stored('Surcharge Void: 061'))).toEqual([
      ['61', '10.00'],
      ['61', '-10.00'],
    ])
    expect(laidOn(stored('61'), stored('Surcharge: bottle deposit'), stored('Surcharge: 62'))).toEqual([])
  })
})
