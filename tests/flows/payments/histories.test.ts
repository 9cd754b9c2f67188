/** The short versions of `npm run soak -- money` and `-- pairs`: what runs with every `npm test`. */
import { expect, it } from 'vitest'
import { openTill } from '../../factories/till.ts'
import { chanceOf } from '../../sim/chance.ts'
import { payAtOnce, payAtRandom } from '../../soak/money.ts'

const till = openTill()

it(
  'random histories of payments leave ledger, invoices, balances and Stripe in agreement',
  { timeout: 120_000 },
  async () => {
    const { wrong, done } = await payAtRandom(till, { steps: 320, chance: chanceOf(1, 'money') })
    expect(wrong).toEqual([])
    // Seed 1 comes by these.
    expect(Object.keys(done)).toEqual(expect.arrayContaining(['online', 'external', 'refund']))
  },
)

it('two acts at once on one invoice leave them in agreement', { timeout: 120_000 }, async () => {
  const { wrong, steps } = await payAtOnce(till, { pairs: 1, oneIn: 4, chance: chanceOf(1, 'pairs') })
  expect(wrong).toEqual([])
  expect(steps).toBeGreaterThan(40)
})
