/** The short form of `npm run soak -- bounds`. */
import { afterAll, expect, it } from 'vitest'
import { placeBesideLoad } from '../soak/bounds.ts'
import { makeServer } from './product.ts'
import { endAll } from './server.ts'

afterAll(endAll)

it(
  'stores every edit of a warehouse while a customer orders more than one may, and keeps nothing of what it refuses',
  { timeout: 120_000 },
  async () => {
    const { wrong, edits, postponed } = await placeBesideLoad(await makeServer(), {
      people: 4,
      seconds: 4,
      every: 1,
      tell: () => undefined,
    })
    expect(wrong).toEqual([])
    expect(edits).toBe(16)
    expect(postponed).toBeGreaterThan(0)
  },
)
