import { describe, expect, it } from 'vitest'
import type { CallOptions, Client } from '#src/api/client.ts'
import { fetchPickProducts } from './server-rows.ts'

function client() {
  const calls: { method: string; path: string; options: CallOptions<unknown> }[] = []
  const api = (method: string, path: string, options: CallOptions<unknown>) => {
    calls.push({ method, path, options })
    return Promise.resolve([])
  }
  return { calls, client: { api } as unknown as Client }
}

describe('products that the device does not keep', () => {
  it('A285 A286 are fetched in batches of 100 upcs, with the substitutes of each', async () => {
    const { calls, client: server } = client()
    await fetchPickProducts(
      server,
      Array.from({ length: 201 }, (_, n) => String(n)),
    )
    expect(calls.map(({ options }) => (options.query!['upc'] as string[]).length)).toEqual([100, 100, 1])
    for (const { path, options } of calls) {
      expect(path).toBe('products')
      expect(options.query).toMatchObject({ substitution_detail: true, include_inactive: true, no_page: 1 })
    }
  })
})
