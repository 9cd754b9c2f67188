import { describe, expect, it } from 'vitest'
import type { CallOptions, Client } from '#src/api/client.ts'
import { ApiError } from '#src/api/errors.ts'
import { fetchPickList, fetchPickProducts } from './server-rows.ts'

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

describe('an order that the device does not keep', () => {
  const fetchWith = (answer: ApiError) =>
    fetchPickList(
      { api: () => Promise.reject(answer) } as unknown as Client,
      [41],
      { start: null, end: null },
      new AbortController().signal,
    )

  it('is left out of the list where the server says that it is gone', async () => {
    await expect(fetchWith(new ApiError(404, { detail: 'No such order.' }, true))).resolves.toEqual({
      orders: [],
      items: [],
      pieces: [],
    })
  })

  it('fails the list where a proxy answers 404, because the server has not said that it is gone', async () => {
    const answer = new ApiError(404, '<html>Not found</html>', false)
    await expect(fetchWith(answer)).rejects.toBe(answer)
  })
})
