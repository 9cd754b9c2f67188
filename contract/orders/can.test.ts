import { describe, expect, it } from 'vitest'
import { ROLE } from '../permissions.ts'
import { person } from '../testing/rows.ts'
import { orderCan, settledOnline, type OrderAct, type OrderFacts } from './can.ts'

const office = person(ROLE.office, true)
const picker = person(ROLE.picker, true)
const customer = person(ROLE.customer, false)

const open: OrderFacts = { id: 21_670, invoiced: false, paid_status: '' }
const invoiced: OrderFacts = { ...open, invoiced: true, paid_status: 'r' }
const settled = (paid_status: 'p' | 'e' | 'i'): OrderFacts => ({ ...invoiced, paid_status })

describe('an order', () => {
  it.each(Object.keys(orderCan) as OrderAct[])(
    'A007 A008 A009 A127 B190 is for the office alone: %s',
    (act) => {
      for (const who of [picker, customer])
        for (const order of [open, invoiced, settled('p')])
          expect(orderCan[act](order, who)).toEqual({
            status: 403,
            message: 'Your role does not allow this.',
            hides: true,
          })
    },
  )

  it('that is open can be deleted and invoiced, and its fees changed', () => {
    for (const act of ['remove', 'generateInvoice', 'fees'] as const)
      expect([act, orderCan[act](open, office)]).toEqual([act, null])
  })

  it('A208 that is invoiced is locked: it is not deleted and its fees stay, and both say why', () => {
    expect(orderCan.remove(invoiced, office)).toEqual({
      status: 423,
      message: 'Order 21670 is invoiced and locked. Unlock it to delete it.',
      hides: false,
    })
    expect(orderCan.fees(invoiced, office)).toEqual({
      status: 423,
      message: 'Order 21670 is invoiced and locked. Unlock it to change its fees.',
      hides: false,
    })
  })

  it('A210 B026 is unlocked only with an invoice and invoiced only without: nothing else is offered', () => {
    expect(orderCan.unlock(invoiced, office)).toBeNull()
    expect(orderCan.unlock(open, office)).toMatchObject({ status: 409, hides: true })
    expect(orderCan.generateInvoice(invoiced, office)).toEqual({
      status: 409,
      message: 'Order 21670 has an invoice already.',
      hides: true,
    })
    expect(orderCan.changeInvoice(invoiced, office)).toBeNull()
  })

  it.each([
    ['p', 'Order 21670 is paid'],
    ['e', 'Order 21670 is paid'],
    ['i', 'A payment of order 21670 is in progress'],
  ] as const)('whose paid status is "%s" stays locked with its invoice as it is: %s', (status, words) => {
    expect(orderCan.unlock(settled(status), office)).toEqual({
      status: 409,
      message: `${words}: it stays locked.`,
      hides: false,
    })
    expect(orderCan.changeInvoice(settled(status), office)).toEqual({
      status: 409,
      message: `${words}: its invoice stays as it is.`,
      hides: false,
    })
  })

  it.each([
    ['p', 'Order 21670 is paid online.'],
    ['i', 'A payment of order 21670 is in progress.'],
    ['e', null],
  ] as const)('whose paid status is "%s" is, for a payment by check: %s', (status, message) => {
    expect(settledOnline(settled(status))?.message ?? null).toBe(message)
  })
})
