import { expect, it } from 'vitest'
import { person } from '#contract/testing/rows.ts'
import { mainAct, offers, type Now } from './offers.ts'

const now = (over: Partial<Now> = {}): Now => ({
  order: { id: 7, invoiced: false, paid_status: '', customer: 'chef' },
  person: person(8, true),
  serverReachable: true,
  ...over,
})
const invoiced = { id: 7, invoiced: true, paid_status: 'r', customer: 'chef' } as const
const customer = person(32, false)
const picker = person(14, true)

it('A132 B191 B192 PickList and Scan are for staff', () => {
  for (const act of [offers.pickList, offers.scan]) {
    expect(act(now())).toBeNull()
    expect(act(now({ person: picker }))).toBeNull()
    expect(act(now({ person: customer }))).toBe('hidden')
  }
})

it('A007 A008 A127 B026 B190 acts of other roles are hidden, and so are acts without a purpose', () => {
  for (const act of [offers.remove, offers.generateInvoice, offers.fees])
    expect([act(now()), act(now({ person: picker })), act(now({ person: customer }))]).toEqual([
      null,
      'hidden',
      'hidden',
    ])
  expect([offers.unlock(now()), offers.unlock(now({ order: invoiced }))]).toEqual(['hidden', null])
  expect(offers.generateInvoice(now({ order: invoiced }))).toBe('hidden')
})

it('A208 acts that an invoice locks are not hidden but say so, and so do acts that a payment locks', () => {
  expect(offers.remove(now({ order: invoiced }))).toMatch(/invoiced and locked/)
  expect(offers.fees(now({ order: invoiced }))).toMatch(/invoiced and locked/)
  expect(offers.unlock(now({ order: { ...invoiced, paid_status: 'p' } }))).toMatch(/paid/)
})

it('B025 B026 B193 staff can view an invoice once there is one', () => {
  expect(offers.viewInvoice(now())).toBe('hidden')
  expect(offers.viewInvoice(now({ order: invoiced }))).toBeNull()
  expect(offers.viewInvoice(now({ order: invoiced, person: customer }))).toBe('hidden')
})

it('acts that need the server say so while it is unreachable', () => {
  const offline = now({ serverReachable: false })
  expect(offers.remove(offline)).toMatch(/needs the server/)
  expect(offers.generateInvoice(offline)).toMatch(/needs the server/)
  expect(offers.scan(offline)).toBeNull()
})

it('A128 replicating is for everybody, without the server only into one’s own cart', () => {
  expect(offers.replicate(now())).toBeNull()
  const offline = now({ serverReachable: false })
  const buyer = { ...person(20, false), company: 3 }
  expect(offers.replicate(offline)).toMatch(/needs the server/)
  expect(offers.replicate({ ...offline, person: buyer })).toMatch(/needs the server/)
  expect(offers.replicate({ ...offline, person: { ...buyer, username: 'chef' } })).toBeNull()
  // Role 32 takes a colleague's order into their own cart.
  expect(offers.replicate({ ...offline, person: customer })).toBeNull()
  expect(offers.replicate(now({ order: { ...invoiced, customer: '' } }))).toMatch(/no customer/)
})

it('the main button is the invoice at a desk, picking on a phone and for pickers, and never Scan on a locked order', () => {
  expect(mainAct(now(), false)).toBe('generateInvoice')
  expect(mainAct(now(), true)).toBe('scan')
  expect(mainAct(now({ person: picker }), false)).toBe('scan')
  for (const isPhone of [false, true]) {
    expect(mainAct(now({ order: invoiced }), isPhone)).toBe('viewInvoice')
    expect(mainAct(now({ order: invoiced, person: picker }), isPhone)).toBe('viewInvoice')
    expect(mainAct(now({ person: customer }), isPhone)).toBeNull()
  }
})
