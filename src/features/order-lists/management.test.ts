import { describe, expect, it } from 'vitest'
import type { Client } from '#src/api/client.ts'
import { moveOnList, nameOfList, searchProducts, standingOn, type ListedProduct } from './management.ts'

const product = (upc: string, code: string, lists: [number, string][] = []): ListedProduct => ({
  upc,
  name: `Product ${upc}`,
  size: '',
  active: true,
  is_primary: true,
  item_code: { item_code: code },
  order_lists: lists.map(([order_list_id, category_name]) => ({ order_list_id, category_name })),
})
const small = product('001', 'OIL', [[4, 'Oils']])
const large = product('002', 'OIL', [[5, 'Dry']])
const flour = product('003', 'FLOUR')
const all = [small, large, flour]

/** A server that keeps what it was asked, and refuses what it is told to. */
function server(refuses: (upc: string, path: string) => boolean = () => false) {
  const calls: string[] = []
  const api = (method: string, path: string, { body }: { body: { upc: string; category_name: string } }) => {
    calls.push(`${method} ${path} ${body.upc} ${body.category_name}`)
    return refuses(body.upc, path) ? Promise.reject(new Error('No.')) : Promise.resolve(null)
  }
  return { calls, client: { api } as unknown as Client }
}

describe('order list management', () => {
  it('C263 searches names, codes and item codes with more than two characters', () => {
    expect(searchProducts(all, 'oi')).toBe(all)
    expect(searchProducts(all, ' oi ')).toBe(all)
    expect(searchProducts(all, 'oil')).toEqual([small, large])
    expect(searchProducts(all, 'product 003')).toEqual([flour])
  })

  it('says of a list whether a product is on it, or another one of its item code', () => {
    expect(standingOn(4, small, all)).toEqual({ kind: 'on', category: 'Oils' })
    expect(standingOn(4, large, all)).toEqual({ kind: 'other', product: small, category: 'Oils' })
    expect(standingOn(4, flour, all)).toEqual({ kind: 'off' })
    expect(standingOn(6, small, all)).toEqual({ kind: 'off' })
  })

  it('C219 C331 a move removes the old product first and then adds the new one', async () => {
    const { client, calls } = server()
    await moveOnList(client, 4, { upc: '001', category: 'Oils' }, { upc: '002', category: 'Dry' })
    expect(calls).toEqual([
      'POST orderlists/4/removeproduct/ 001 Oils',
      'POST orderlists/4/addproduct/ 002 Dry',
    ])
  })

  it('puts the old product back where the new one is refused, and says why', async () => {
    const { client, calls } = server((upc) => upc === '002')
    const move = moveOnList(client, 4, { upc: '001', category: 'Oils' }, { upc: '002', category: 'Dry' })
    await expect(move).rejects.toThrow('No.')
    expect(calls.at(-1)).toBe('POST orderlists/4/addproduct/ 001 Oils')
  })

  it('C324 calls a list by its location’s name', () => {
    const list = { order_list_id: 4, company_location_name: 'Bistro', public_name: '' }
    expect(nameOfList(list)).toBe('Bistro')
    expect(nameOfList({ ...list, public_name: 'Cheese' })).toBe('Bistro · Cheese')
  })
})
