import { expect, it } from 'vitest'
import { reconcile, type Movement } from './reconciliation.ts'

const movement = (over: Partial<Movement>): Movement => {
  const { amount = 0n, fee = 0n } = over
  return {
    day: '2026-11-20',
    payout: null,
    kind: 'payment',
    amount,
    fee,
    net: amount - fee,
    shown: amount,
    ...over,
  }
}

it('sums each day and payout, and what is not known here is the difference', () => {
  const rows = reconcile(
    [
      movement({ amount: 10_000n, fee: 320n, payout: 'po_1' }),
      movement({ amount: 5_000n, fee: 175n, payout: 'po_1', shown: 0n }),
      movement({ kind: 'refund', amount: -2_000n, payout: 'po_1' }),
      movement({ kind: 'dispute', amount: -3_000n, fee: 1_500n, payout: 'po_1' }),
      movement({ kind: 'other', amount: -100n, payout: 'po_1', shown: 0n }),
      movement({ day: '2026-11-21', amount: 1n }),
      movement({ amount: 7n }),
    ],
    new Map([['po_1', '2026-11-24']]),
  )
  expect(rows).toEqual([
    expect.objectContaining({
      day: '2026-11-21',
      payout: null,
      arrives: null,
      payments: '0.01',
      difference: '0.00',
    }),
    expect.objectContaining({ day: '2026-11-20', payout: null, payments: '0.07', net: '0.07' }),
    {
      day: '2026-11-20',
      payout: 'po_1',
      arrives: '2026-11-24',
      payments: '150.00',
      refunds: '20.00',
      disputes: '30.00',
      fees: '20.95',
      net: '79.05',
      shown: '50.00',
      difference: '50.00',
    },
  ])
})
