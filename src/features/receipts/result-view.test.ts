import { describe, expect, it, vi } from 'vitest'
import type { DifferenceGroup, DifferenceOrderItem } from '#contract/receipts/schema.ts'
import {
  categoriesOf,
  categoryLabel,
  freshChoices,
  groupKey,
  handOverChoices,
  readChoices,
  requestOf,
  withPricing,
} from './choices.ts'
import {
  FRESH_LOOK,
  ignoreGroups,
  missingGroups,
  NO_REFERENCES,
  toggled,
  visibleGroups,
} from './result-view.ts'

const item = (over: Partial<DifferenceOrderItem> = {}): DifferenceOrderItem => ({
  unit_quantity: 3,
  case_quantity: 0,
  total: '7.50',
  referenced_orders: [11],
  base_unit_quantity: 3,
  units_ordered: 4,
  unit_quantity_to_ordered_difference: -1,
  base_case_quantity: 0,
  cases_ordered: 0,
  case_quantity_to_ordered_difference: 0,
  ignore_missing_items: false,
  referenced_order_items: ['i1'],
  invoiced_orders: [],
  ...over,
})
const group = (
  upc: string,
  order_item: DifferenceOrderItem | null = item(),
  names: string[] = [],
  bin = 'A',
): DifferenceGroup => ({
  difference_categories: names.map((name) => `DifferenceCategory.${name}`),
  differences: [
    {
      product: { upc, item_code: '', name: upc, combined_stock_level: null, bin },
      receipt_upc: null,
      order_item,
      receipt_item: null,
    },
  ],
})
const keys = (groups: readonly DifferenceGroup[]) => groups.map(groupKey)
const ALL = { categories: [], orders: [] }

describe('the difference results', () => {
  it('C172 C173 have readable names, and an unknown type keeps its own', () => {
    const known =
      'NO_RECEIPT_ITEM NO_ORDER_ITEM UNIT_QUANTITY CASE_QUANTITY PRICE APPROXIMATE_PRICE LINKED_UPC_1TO1 OUT_OF_STOCK'
    const labels = known.split(' ').map((name) => categoryLabel(`DifferenceCategory.${name}`))
    expect(new Set(labels).size).toBe(8)
    expect(labels.filter((label) => /_|DifferenceCategory/.test(label))).toEqual([])
    expect(categoryLabel('DifferenceCategory.FOO')).toBe('FOO')
    expect(categoriesOf([group('1', null, ['FOO', 'PRICE']), group('2', null, ['FOO'])])).toEqual([
      'DifferenceCategory.FOO',
      'DifferenceCategory.PRICE',
    ])
  })

  it('C196 C197 C198 are hidden one by one and by their errors, and hidden ones can be shown', () => {
    const groups = [group('1', item(), ['PRICE']), group('2'), group('3', item(), ['FOO'])]
    const shown = (over: object, categories: string[] = []) =>
      keys(visibleGroups(groups, { ...FRESH_LOOK, hidden: new Set<string>(), ...over }, categories))
    const hidden = toggled(toggled(new Set(), '1'), '2')
    expect(shown({ hidden })).toEqual(['3'])
    expect(shown({ hidden, showHidden: true })).toEqual(['1', '2', '3'])
    expect(shown({ hidden: toggled(hidden, '1') })).toEqual(['1', '3'])
    expect(shown({ hideErrors: true })).toEqual(['2'])
    expect(shown({ hideOthers: true })).toEqual(['1', '3'])
    expect(shown({}, ['DifferenceCategory.FOO'])).toEqual(['3'])
  })

  it.each([
    ...['NO_RECEIPT_ITEM', 'NO_ORDER_ITEM', 'UNIT_QUANTITY', 'CASE_QUANTITY', 'PRICE'].map(
      (name) => [name, 'an error'] as const,
    ),
    ...['APPROXIMATE_PRICE', 'LINKED_UPC_1TO1', 'OUT_OF_STOCK'].map((name) => [name, 'no error'] as const),
  ])('C198 %s is %s', (name, what) => {
    const shown = (over: object) =>
      visibleGroups([group('1', item(), [name])], { ...FRESH_LOOK, hidden: new Set<string>(), ...over }, [])
    const isError = what === 'an error'
    expect(shown({ hideErrors: true })).toHaveLength(isError ? 0 : 1)
    expect(shown({ hideOthers: true })).toHaveLength(isError ? 1 : 0)
  })
})

describe('the missing items', () => {
  it('C200 are lines that were ordered, are in stock, are not ignored, and were picked differently', () => {
    const same = { base_unit_quantity: 4, unit_quantity_to_ordered_difference: 0 }
    const groups = [
      group('nobody ordered', null),
      group('gone', item(), ['OUT_OF_STOCK']),
      group('ignored', item({ ignore_missing_items: true })),
      group('all there', item(same)),
      group('units'),
      group('cases', item({ ...same, case_quantity_to_ordered_difference: 1 })),
    ]
    expect(keys(missingGroups(groups, ALL))).toEqual(['units', 'cases'])
  })

  it('C203 are narrowed by category and by order', () => {
    const groups = [
      group('1', item({ referenced_orders: [11, 12] }), ['PRICE']),
      group('2', item({ referenced_orders: [12] }), ['FOO']),
      group('3', item({ referenced_orders: [13] }), ['PRICE']),
    ]
    const found = (over: object) => keys(missingGroups(groups, { ...ALL, ...over }))
    expect(found({ categories: ['DifferenceCategory.PRICE'] })).toEqual(['1', '3'])
    expect(found({ categories: ['DifferenceCategory.PRICE'], orders: [12] })).toEqual(['1'])
  })

  it('C204 are sorted by bin, numeric ones first', () => {
    const groups = ['A1', '10', '2'].map((bin) => group(bin, item(), [], bin))
    expect(keys(missingGroups(groups, ALL))).toEqual(['2', '10', 'A1'])
  })

  it('C202 C336 C376 are ignored by a call for each order item; failures are named, and the others are marked', async () => {
    const groups = [
      group('1', item({ referenced_order_items: ['i1', 'i2'] })),
      group('2', item({ referenced_order_items: ['i3'] })),
    ]
    const ignore = vi.fn<(id: string) => Promise<void>>(() => Promise.resolve())
    await ignoreGroups(groups, ignore)
    expect(ignore.mock.calls).toEqual([['i1'], ['i2'], ['i3']])
    const said = vi.spyOn(console, 'error').mockReturnValue()
    const fails = (id: string) => (id === 'i2' ? Promise.reject(new Error('no')) : Promise.resolve())
    await expect(ignoreGroups(groups, fails)).rejects.toThrow(
      /^There was an error processing order item: i2$/,
    )
    expect(said).toHaveBeenCalledOnce()
    said.mockRestore()
  })

  it('C377 that name no order item are refused before anything is sent', async () => {
    const ignore = vi.fn<(id: string) => Promise<void>>(() => Promise.resolve())
    const groups = [group('1'), group('2', item({ referenced_order_items: [] }))]
    await expect(ignoreGroups(groups, ignore)).rejects.toThrow(NO_REFERENCES)
    expect(ignore).not.toHaveBeenCalled()
  })
})

describe('the choices of a comparison', () => {
  const fresh = freshChoices('2026-05-02')

  it('C396 C401 begin with tomorrow and a margin of 0.2', () => {
    expect(requestOf(fresh)).toMatchObject({ price_margin: 0.2, order_ids: [], receipt_ids: [] })
    expect(fresh.dateRange).toEqual({ start: '2026-05-02', end: '2026-05-02' })
  })

  it('C194 show no pricing differences by contract', () => {
    const shown = { ...fresh, showPricingDifferences: true, receiptsSelected: [1] }
    expect(withPricing(shown, 'contract')).toMatchObject({
      pricingType: 'contract',
      showPricingDifferences: false,
      receiptsSelected: [],
    })
    expect(withPricing(shown, 'shelf').showPricingDifferences).toBe(true)
  })

  it('C098 C099 C100 are passed on unchanged, and other values are not taken for them', () => {
    const chosen = { ...fresh, ordersSelected: [7], orders: [{ id: 7, place: 'Grill' }], priceMargin: 1.5 }
    expect(readChoices(handOverChoices(chosen))).toEqual(chosen)
    expect(readChoices(undefined)).toBeNull()
    expect(readChoices({ receiptDifference: { priceMargin: 9 } })).toBeNull()
  })
})
