import { expect, it, vi } from 'vitest'
import type { CallOptions, Client } from '#src/api/client.ts'
import { forgetProducts } from './held-products.ts'
import { fetchProducts, heldProducts } from './products.ts'

/** A client that notes what it is asked, and knows of nothing. */
function askedClient() {
  const asked: { call: string; query: CallOptions<unknown>['query'] }[] = []
  const client = {
    api: (method: string, path: string, { query }: CallOptions<unknown>) => {
      asked.push({ call: `${method} ${path}`, query })
      return Promise.resolve([])
    },
  } as unknown as Client
  return { client, asked }
}
const upcs = (count: number) => Array.from({ length: count }, (_, n) => String(n))

it('C293 products by upc come with their substitutes, inactive and non-primary ones too, in one call', async () => {
  const { client, asked } = askedClient()
  await fetchProducts(client, ['7', '8', '9'], { substitution_detail: true })
  expect(asked).toEqual([
    {
      call: 'GET products',
      query: {
        upc: ['7', '8', '9'],
        substitution_detail: true,
        include_inactive: true,
        include_nonprimary: true,
        no_page: 1,
      },
    },
  ])
})

it('C294 250 upcs are three calls, and 100 are one', async () => {
  const sizes = async (count: number) => {
    const { client, asked } = askedClient()
    await fetchProducts(client, upcs(count))
    return asked.map(({ query }) => (query!['upc'] as string[]).length)
  }
  expect(await sizes(250)).toEqual([100, 100, 50])
  expect(await sizes(100)).toEqual([100])
})

const ALL = {
  call: 'GET products',
  query: { include_inactive: true, include_nonprimary: true, no_page: 1 },
}

it('C290 all products are fetched once, again after a failure, after a minute, and after a change of one', async () => {
  const { client, asked } = askedClient()
  await Promise.all([heldProducts(client), heldProducts(client)])
  await heldProducts(client)
  expect(asked).toEqual([ALL])
  forgetProducts(client)
  await heldProducts(client)
  expect(asked).toEqual([ALL, ALL])
  vi.useFakeTimers({ now: Date.now() + 60_000 })
  await heldProducts(client)
  vi.useRealTimers()
  expect(asked).toEqual([ALL, ALL, ALL])

  let fails = true
  const failing = {
    api: () => (fails ? Promise.reject(new Error('Not now.')) : Promise.resolve([])),
  } as unknown as Client
  await expect(heldProducts(failing)).rejects.toThrow('Not now.')
  fails = false
  expect(await heldProducts(failing)).toEqual([])
})

it('C291 the products come as a list or as an object that holds one', async () => {
  const egg = { upc: '007', name: 'Eggs', active: true }
  for (const answer of [[egg], { count: 1, results: [egg] }]) {
    const client = {
      api: (_method: string, _path: string, { schema }: CallOptions<unknown>) =>
        Promise.resolve(schema!.parse(answer)),
    } as unknown as Client
    expect(await heldProducts(client)).toEqual([egg])
  }
})
