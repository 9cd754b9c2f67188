/** The short version of `npm run soak -- money`: what runs with every `npm test`. */
import { expect, it } from 'vitest'
import { openTill } from '../../factories/till.ts'
import { chanceOf } from '../../sim/chance.ts'
import { payAtRandom } from '../../soak/money.ts'

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
