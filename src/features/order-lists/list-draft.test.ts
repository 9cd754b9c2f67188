import { describe, expect, it } from 'vitest'
import { NO_CATEGORIES, OrderListPatch } from '#contract/order-lists/edit.ts'
import {
  addCategoryProblem,
  addProblem,
  carriedBy,
  changeAt,
  listDraftOf,
  isListChanged,
  missingFrom,
  moveTo,
  openCategoryAfter,
  newListDraft,
  saveCall,
  saveProblem,
  type KnownProducts,
} from './list-draft.ts'

const oil = { upc: '001', name: 'Olive Oil', active: true, is_primary: true }
const flour = { upc: '002', name: 'Bread Flour', active: true, is_primary: true }
const list = {
  id: 4,
  public_name: '',
  is_public: false,
  company_location: 7,
  company_location_name: 'Bistro',
  visible: true,
  categories: [
    { category_name: 'Oils', rows: [{ product_id: '001' }] },
    { category_name: 'Dry', rows: [{ products: [flour] }] },
  ],
}
const known: KnownProducts = { products: new Map([oil, flour].map((one) => [one.upc, one])), isWhole: true }
const rows = (...upcs: string[]) => upcs.map((product_id) => ({ product_id }))

describe('an order list that is edited', () => {
  it('C161 takes rows of both forms: a product’s code, or the product itself', () => {
    expect(listDraftOf(list).categories).toEqual([
      { category_name: 'Oils', rows: rows('001') },
      { category_name: 'Dry', rows: rows('002') },
    ])
    expect(carriedBy([list])).toEqual([flour])
  })

  it('counts as changed only while it differs from the saved list', () => {
    const draft = listDraftOf(list)
    const added = { ...draft, categories: [...draft.categories, { category_name: 'New', rows: [] }] }
    expect([isListChanged(draft), isListChanged(added)]).toEqual([false, true])
    expect(isListChanged({ ...added, categories: changeAt(added.categories, 2, () => null) })).toBe(false)
    expect(isListChanged({ ...draft, visible: false })).toBe(true)
  })

  it('C326 is saved with its four fields, and with the values that the person saw', () => {
    const draft = { ...listDraftOf(list), visible: false }
    const { method, path, body } = saveCall(draft, known)
    expect([method, path]).toEqual(['PATCH', 'orderlists/4'])
    const { base, ...fields } = OrderListPatch.parse(body)
    expect(fields).toEqual({ id: 4, company_location: 7, categories: draft.categories, visible: false })
    expect(base).toEqual({ ...listDraftOf(list).saved })
  })

  it('C327 that is new is sent with its own temporary id', () => {
    const draft = { ...newListDraft('abc', 7), categories: [{ category_name: ' Oils ', rows: rows('001') }] }
    const { method, path, body } = saveCall(draft, known)
    expect([method, path]).toEqual(['POST', 'orderlists/'])
    expect(body).toEqual({
      id: 'abc',
      company_location: 7,
      categories: [{ category_name: 'Oils', rows: rows('001') }],
      visible: true,
    })
  })

  it('C379 is saved without unknown products, and with all while the products are still loading', () => {
    const draft = { ...listDraftOf(list), categories: [{ category_name: 'Oils', rows: rows('001', '999') }] }
    expect(missingFrom(draft, known)).toEqual(['999'])
    expect(saveProblem(draft, known)).toBe(null)
    expect(saveCall(draft, known).body.categories).toEqual([{ category_name: 'Oils', rows: rows('001') }])
    const loading = { ...known, isWhole: false }
    expect(missingFrom(draft, loading)).toEqual([])
    expect(saveCall(draft, loading).body.categories).toEqual(draft.categories)
  })

  it('C353 is not saved without categories, without a name, or with something twice', () => {
    const problem = (...categories: { category_name: string; rows: { product_id: string }[] }[]) =>
      saveProblem({ ...listDraftOf(list), categories }, known)
    expect(problem()).toBe(NO_CATEGORIES)
    expect(problem({ category_name: ' ', rows: [] })).toBe('A category needs a name.')
    expect(problem({ category_name: 'A', rows: [] }, { category_name: 'A ', rows: [] })).toBe(
      'There are two categories "A".',
    )
    expect(problem({ category_name: 'A', rows: rows('001', '001') })).toBe(
      'Product 001 is on the list twice.',
    )
  })

  it('C260 takes a category only with a location, an order list and a name that is not in use', () => {
    const draft = listDraftOf(list)
    expect(addCategoryProblem(draft, 7, 'Frozen')).toBe(null)
    expect(addCategoryProblem(draft, null, 'Frozen')).toBe('Choose a customer location.')
    expect(addCategoryProblem(undefined, 7, 'Frozen')).toBe('Choose an order list.')
    expect(addCategoryProblem(draft, 7, ' ')).toBe('Type the category’s name.')
    expect(addCategoryProblem(draft, 7, ' Dry ')).toBe('There is a category of this name.')
  })

  it('C261 takes a product only into an existing category, with a location and a product that is not on it yet', () => {
    const draft = listDraftOf(list)
    expect(addProblem(draft, 7, 1, '003')).toBe(null)
    expect(addProblem(draft, null, 1, '003')).toBe('Choose a customer location.')
    expect(addProblem(undefined, 7, 1, '003')).toBe('Choose an order list.')
    for (const at of [null, 2]) expect(addProblem(draft, 7, at, '003')).toBe('Choose a category.')
    expect(addProblem(draft, 7, 1, null)).toBe('Choose a product.')
    expect(addProblem(draft, 7, 1, '001')).toBe('It is on the list already, in "Oils".')
  })

  it('is sent with its public name only if that was changed, and needs one to be open to the public', () => {
    const open = { ...listDraftOf(list), is_public: true }
    expect(saveProblem(open, known)).toBe('A list that anybody may open needs a public name.')
    const { body } = saveCall({ ...open, public_name: ' Bistro ' }, known)
    expect(OrderListPatch.parse(body)).toMatchObject({ public_name: 'Bistro', is_public: true })
    const hidden = saveCall({ ...listDraftOf({ ...list, public_name: 'Bistro' }), visible: false }, known)
    expect(hidden.body).not.toHaveProperty('public_name')
    expect(hidden.body).not.toHaveProperty('is_public')
  })

  it('moves a row to another place, and the rows between make room', () => {
    expect(moveTo(['a', 'b', 'c'], 1, 0)).toEqual(['b', 'a', 'c'])
    expect(moveTo(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
    expect(moveTo(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
  })

  it('keeps the open category open where the categories before it are moved, removed or renamed', () => {
    const named = (category_name: string) => ({ category_name, rows: [] })
    const [oils, dry, frozen] = [named('Oils'), named('Dry'), named('Frozen')]
    const all = [oils, dry, frozen]
    expect(openCategoryAfter(all, moveTo(all, 2, 0), 1)).toBe(2)
    expect(openCategoryAfter(all, [dry, frozen], 1)).toBe(0)
    expect(openCategoryAfter(all, [oils, named('Pasta'), frozen], 1)).toBe(1)
    expect(openCategoryAfter(all, [oils, frozen], 1)).toBeNull()
    expect(openCategoryAfter(all, [...all, named('Bread')], null)).toBeNull()
  })
})
