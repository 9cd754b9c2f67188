import { describe, expect, it } from 'vitest'
import type { Client } from '#src/api/client.ts'
import { NetworkError } from '#src/api/errors.ts'
import {
  moveOnList,
  nameOfList,
  OffTheList,
  foundProducts,
  standingOn,
  type ManagedProduct,
} from './management.ts'

const product = (upc: string, code: string, lists: [number, string][] = []): ManagedProduct => ({
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

/** Makes a server that records its calls, and fails where `fails` returns an error. */
function server(fails: (upc: string, tries: number) => Error | null = () => null) {
  const calls: string[] = []
  const keys: string[] = []
  const tries = new Map<string, number>()
  const api = async (
    method: string,
    path: string,
    {
      body,
      idempotencyKey,
    }: { body: { upc: string; category_name: string; place?: number }; idempotencyKey: string },
  ) => {
    const { upc, category_name, place } = body
    calls.push([method, path, upc, category_name, place].filter((part) => part !== undefined).join(' '))
    keys.push(idempotencyKey)
    tries.set(upc, (tries.get(upc) ?? 0) + 1)
    const failure = fails(upc, tries.get(upc)!)
    if (failure) throw failure
  }
  return { calls, keys, client: { api } as unknown as Client }
}
let ids = 0
const newId = () => `key ${++ids}`
const OIL = { upc: '001', category: 'Oils', place: 2 }
const lost = () => new NetworkError('unreachable')

describe('order list management', () => {
  it('C263 searches names, codes and item codes with more than two characters', () => {
    expect(foundProducts(all, 'oi')).toBe(all)
    expect(foundProducts(all, ' oi ')).toBe(all)
    expect(foundProducts(all, 'oil')).toEqual([small, large])
    expect(foundProducts(all, 'product 003')).toEqual([flour])
  })

  it('shows whether a list has a product, or another one of its item code', () => {
    expect(standingOn(4, small, all)).toEqual({ kind: 'on', category: 'Oils' })
    expect(standingOn(4, large, all)).toEqual({ kind: 'other', product: small, category: 'Oils' })
    expect(standingOn(4, flour, all)).toEqual({ kind: 'off' })
    expect(standingOn(6, small, all)).toEqual({ kind: 'off' })
  })

  it('C219 C331 a move removes the old product first and then adds the new one, in its place', async () => {
    const { client, calls } = server()
    await moveOnList(client, 4, OIL, { upc: '002', category: 'Oils' }, newId)
    expect(calls).toEqual([
      'POST orderlists/4/removeproduct/ 001 Oils',
      'POST orderlists/4/addproduct/ 002 Oils 2',
    ])
    const other = server()
    await moveOnList(other.client, 4, OIL, { upc: '002', category: 'Dry' }, newId)
    expect(other.calls.at(-1)).toBe('POST orderlists/4/addproduct/ 002 Dry')
  })

  it('puts the old product back in its place if the new one is refused, and gives the reason', async () => {
    const { client, calls } = server((upc) => (upc === '002' ? new Error('No.') : null))
    const move = moveOnList(client, 4, OIL, { upc: '002', category: 'Dry' }, newId)
    await expect(move).rejects.toThrow('No.')
    expect(calls.at(-1)).toBe('POST orderlists/4/addproduct/ 001 Oils 2')
  })

  it('repeats the adding with the same key if no answer came', async () => {
    const { client, keys } = server((upc, tries) => (upc === '002' && tries < 3 ? lost() : null))
    await moveOnList(client, 4, OIL, { upc: '002', category: 'Oils' }, newId)
    expect(keys).toHaveLength(4)
    expect(new Set(keys.slice(1)).size).toBe(1)
    expect(keys[0]).not.toBe(keys[1])
  })

  it('says that the product is off the list if no answer comes, and puts it back or moves on', async () => {
    let isAway = true
    const { client, calls } = server((upc) => (upc === '002' && isAway ? lost() : null))
    const off = await moveOnList(client, 4, OIL, { upc: '002', category: 'Oils' }, newId).catch(
      (error: unknown) => error,
    )
    expect(off).toBeInstanceOf(OffTheList)
    if (!(off instanceof OffTheList)) return
    expect([off.list, off.from, off.isCertain]).toEqual([4, OIL, true])
    isAway = false
    // The new product may be on the list: it would be there beside the old one.
    await off.putBack(client)
    expect(calls.slice(-2)).toEqual([
      'POST orderlists/4/removeproduct/ 002 Oils',
      'POST orderlists/4/addproduct/ 001 Oils 2',
    ])
    await off.moveOn(client)
    expect(calls.slice(-2)).toEqual([
      'POST orderlists/4/removeproduct/ 001 Oils',
      'POST orderlists/4/addproduct/ 002 Oils 2',
    ])
  })

  it('repeats the removal with the same key if no answer came, and adds the new product once it is certain', async () => {
    const { client, calls, keys } = server((upc, tries) => (upc === '001' && tries < 3 ? lost() : null))
    await moveOnList(client, 4, OIL, { upc: '002', category: 'Oils' }, newId)
    expect(calls).toEqual([
      ...Array.from({ length: 3 }, () => 'POST orderlists/4/removeproduct/ 001 Oils'),
      'POST orderlists/4/addproduct/ 002 Oils 2',
    ])
    expect(new Set(keys.slice(0, 3)).size).toBe(1)
  })

  it('says that the product may be off the list if no answer says that it was removed, and can still move it', async () => {
    let isAway = true
    const { client, calls } = server(() => (isAway ? lost() : null))
    const off = await moveOnList(client, 4, OIL, { upc: '002', category: 'Oils' }, newId).catch(
      (error: unknown) => error,
    )
    expect(off).toBeInstanceOf(OffTheList)
    if (!(off instanceof OffTheList)) return
    expect(off.isCertain).toBe(false)
    isAway = false
    await off.moveOn(client)
    expect(calls.slice(-2)).toEqual([
      'POST orderlists/4/removeproduct/ 001 Oils',
      'POST orderlists/4/addproduct/ 002 Oils 2',
    ])
  })

  it('leaves the list as it is if the removal is refused', async () => {
    const { client, calls } = server((upc) => (upc === '001' ? new Error('No.') : null))
    await expect(moveOnList(client, 4, OIL, { upc: '002', category: 'Oils' }, newId)).rejects.toThrow('No.')
    expect(calls).toEqual(['POST orderlists/4/removeproduct/ 001 Oils'])
  })

  it('says the same if the new product is refused and the old one cannot be put back', async () => {
    const { client } = server((upc, tries) => (upc === '002' ? new Error('No.') : tries > 1 ? lost() : null))
    const move = moveOnList(client, 4, OIL, { upc: '002', category: 'Oils' }, newId)
    await expect(move).rejects.toBeInstanceOf(OffTheList)
  })

  it('C324 calls a list by its location’s name', () => {
    const list = { order_list_id: 4, company_location_name: 'Bistro', public_name: '' }
    expect(nameOfList(list)).toBe('Bistro')
    expect(nameOfList({ ...list, public_name: 'Cheese' })).toBe('Bistro · Cheese')
  })
})
