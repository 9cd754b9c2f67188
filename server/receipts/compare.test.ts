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
  units_per_case: 12,
  substitutes: [],
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
  picked: true,
  picked_total: '10.00',
  ordered_total: '10.00',
  ...over,
})
const line = (over: Partial<ComparedLine> = {}): ComparedLine => ({
  product: '1',
  unit_type: 'U',
  quantity: '4',
  total: '10.00',
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
  it('agree where the same was bought as was picked', () => {
    expect(found({})).toEqual([[]])
  })

  it('C172 say what is on no receipt and what nobody ordered', () => {
    expect(found({ lines: [] })).toEqual([['NO_RECEIPT_ITEM']])
    expect(found({ items: [] })).toEqual([['NO_ORDER_ITEM']])
  })

  it('C172 say which kind of quantity differs', () => {
    expect(found({ lines: [line({ quantity: '5' })] })).toEqual([['UNIT_QUANTITY']])
    expect(found({ lines: [line({ quantity: '4' }), line({ unit_type: 'C', quantity: '1' })] })).toEqual([
      ['CASE_QUANTITY'],
    ])
    expect(found({ lines: [line({ unit_type: 'C', quantity: '1.500' })] })).toEqual([
      ['UNIT_QUANTITY', 'CASE_QUANTITY'],
    ])
  })

  it('C174 count twelve units as the case that they were bought in', () => {
    const items = [item({ units_ordered: 12, unit_quantity: 12 })]
    const [group] = groups({ items, lines: [line({ unit_type: 'C', quantity: '1' })] })
    expect(names(group!)).toEqual([])
    expect(group!.differences[0]!.order_item).toMatchObject({
      unit_quantity: 0,
      case_quantity: 1,
      base_unit_quantity: 12,
      base_case_quantity: 0,
    })
  })

  it('C174 add up what all orders have of a product, with what was picked, ordered and the difference', () => {
    const second = item({ id: 'item-2', order: 9, units_ordered: 3, unit_quantity: 1, picked_total: '2.50' })
    const [group] = groups({ items: [item(), second] })
    expect(group!.differences).toEqual([
      {
        product: {
          upc: '1',
          item_code: 'code of 1',
          name: 'Product 1',
          combined_stock_level: 5,
          bin: 'A-01-1',
        },
        order_item: {
          unit_quantity: 5,
          case_quantity: 0,
          total: '12.50',
          referenced_orders: [9, 11],
          base_unit_quantity: 5,
          units_ordered: 7,
          unit_quantity_to_ordered_difference: -2,
          base_case_quantity: 0,
          cases_ordered: 0,
          case_quantity_to_ordered_difference: 0,
          ignore_missing_items: false,
          referenced_order_items: ['item-1', 'item-2'],
        },
        receipt_item: { unit_quantity: 4, case_quantity: 0, total: '10.00' },
      },
    ])
  })

  it('take what is ordered while nothing is picked, and what is picked from then on', () => {
    const open = { unit_quantity: 0, picked: false, picked_total: '0.00' }
    expect(found({ items: [item(open)] })).toEqual([[]])
    expect(found({ items: [item({ ...open, picked: true })] })).toEqual([['UNIT_QUANTITY']])
    expect(found({ items: [item({ ...open, unit_quantity: 2 })] })).toEqual([['UNIT_QUANTITY']])
  })

  it('C174 are ignored only where each of a product’s lines is', () => {
    const ignored = item({ ignore_missing_items: true })
    const isIgnored = (items: ComparedItem[]) =>
      groups({ items })[0]!.differences[0]!.order_item!.ignore_missing_items
    expect([isIgnored([ignored]), isIgnored([ignored, item({ id: 'item-2' })])]).toEqual([true, false])
  })

  it('C172 tell what is out of stock from what was forgotten', () => {
    const gone = item({ out_of_stock: true, unit_quantity: 0 })
    expect(found({ items: [gone], lines: [] })).toEqual([['OUT_OF_STOCK']])
    expect(found({ items: [gone] })).toEqual([['OUT_OF_STOCK', 'UNIT_QUANTITY']])
  })

  it('go along the walk through the house', () => {
    const products = [product('1', { bin: 'B-02-1' }), product('2', { bin: 'A-10-1' })]
    const listed = groups({ products, lines: [line(), line({ product: '2' })] })
    expect(listed.map(({ differences }) => differences[0]!.product.upc)).toEqual(['2', '1'])
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

  it('are compared for as many pieces, whatever was bought of them', () => {
    expect(priced('20.00', 0.2, '8')).toEqual([['UNIT_QUANTITY']])
    expect(priced('10.00', 0.2, '8')).toEqual([['UNIT_QUANTITY', 'PRICE']])
    expect(found({ lines: [line({ unit_type: 'C', quantity: '1', total: '30.00' })], margin: 0 })).toEqual([
      ['UNIT_QUANTITY', 'CASE_QUANTITY'],
    ])
  })

  it('are not compared with what nobody took', () => {
    const gone = item({ out_of_stock: true, unit_quantity: 0, picked_total: '0.00' })
    expect(found({ items: [gone], margin: 0.2 })).toEqual([['OUT_OF_STOCK', 'UNIT_QUANTITY']])
  })
})

describe('a product that was bought in place of another', () => {
  const substitute = [product('1', { substitutes: ['2'] }), product('2'), product('3')]
  const bought = [line({ product: '2' })]

  it('C172 is linked one to one: one group with what was ordered and what was bought', () => {
    const [group, ...others] = groups({ products: substitute, lines: bought })
    expect(others).toEqual([])
    expect(names(group!)).toEqual(['LINKED_UPC_1TO1'])
    expect(
      group!.differences.map(({ product: { upc }, order_item, receipt_item }) => [
        upc,
        order_item?.unit_quantity ?? null,
        receipt_item?.unit_quantity ?? null,
      ]),
    ).toEqual([
      ['1', 4, null],
      ['2', null, 4],
    ])
  })

  it('is linked by the same item code and from either side, and its quantities are compared', () => {
    const sameCode = [product('1', { item_code: 'X' }), product('2', { item_code: 'X' })]
    const reverse = [product('1'), product('2', { substitutes: ['1'] })]
    expect(found({ products: sameCode, lines: bought })).toEqual([['LINKED_UPC_1TO1']])
    expect(found({ products: reverse, lines: [line({ product: '2', quantity: '3' })] })).toEqual([
      ['LINKED_UPC_1TO1', 'UNIT_QUANTITY'],
    ])
  })

  it('is not guessed where two could be meant, or where the product itself was bought as well', () => {
    const two = [product('1', { substitutes: ['2', '3'] }), product('2'), product('3')]
    expect(found({ products: two, lines: [...bought, line({ product: '3' })] }).flat()).toEqual([
      'NO_RECEIPT_ITEM',
      'NO_ORDER_ITEM',
      'NO_ORDER_ITEM',
    ])
    expect(found({ products: substitute, lines: [line(), ...bought] }).flat()).toEqual(['NO_ORDER_ITEM'])
    const shared = [product('1', { substitutes: ['2'] }), product('2'), product('3', { substitutes: ['2'] })]
    const items = [item(), item({ id: 'item-3', product: '3' })]
    expect(found({ products: shared, items, lines: bought }).flat()).toEqual([
      'NO_RECEIPT_ITEM',
      'NO_ORDER_ITEM',
      'NO_RECEIPT_ITEM',
    ])
  })

  it('is not linked to what is out of stock', () => {
    const items = [item({ out_of_stock: true, unit_quantity: 0 })]
    expect(found({ products: substitute, items, lines: bought })).toEqual([
      ['OUT_OF_STOCK'],
      ['NO_ORDER_ITEM'],
    ])
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

  it('are its lines by the code without its zeros, without what was laid on', () => {
    const lines = [
      stored('00061', { unit_type: 'C' }),
      stored('Surcharge: bottle deposit'),
      stored('Surcharge Void: 61'),
    ]
    expect(goodsOf(lines)).toEqual([{ product: '61', unit_type: 'C', quantity: '4.000', total: '10.00' }])
  })

  it('are less by what was voided on the same receipt, with and without a sign', () => {
    const taken = (over: object) => goodsOf([stored('61'), stored('Void: 0061', { unit_type: '', ...over })])
    expect(taken({ quantity: '-1.000', total: '-2.50' })).toEqual([
      { product: '61', unit_type: 'U', quantity: '3.000', total: '7.50' },
    ])
    expect(taken({ quantity: '1.000', total: '2.50' })[0]).toMatchObject({
      quantity: '3.000',
      total: '7.50',
    })
    expect(taken({})).toEqual([])
    expect(taken({ receipt: 2 })[0]).toMatchObject({ quantity: '4.000' })
  })
})
