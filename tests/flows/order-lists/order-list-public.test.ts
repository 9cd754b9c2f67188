/** Opening an order list to anybody, under a name by which an address can find it. */
import { beforeAll, expect, it } from 'vitest'
import { makeOrderList, makeProduct } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { BACK_OFFICE, type Somebody } from '../../factories/house.ts'

const flow = openFlow()
let upc: string

beforeAll(async () => {
  upc = (await makeProduct(flow.pool)).upc
})

const make = (over = {}) =>
  makeOrderList(flow.pool, [upc], {
    company_location_id: flow.house.location.id,
    public_name: '',
    ...over,
  })
const patch = (id: number, body: object, who: Somebody = 'office') =>
  flow.server.call(flow.house.as[who], 'PATCH', `orderlists/${id}`, { body })
/** Returns the public names that a guest sees. */
const open = async (): Promise<string[]> => {
  const { body } = await flow.server.call(null, 'GET', 'orderlists?public=true&no_page=1')
  return body.map(({ public_name }: { public_name: string }) => public_name)
}

it('staff open a list to all, rename it, hide it and close it, and read back what they set', async () => {
  const id = await make()
  const { status, body } = await patch(id, { public_name: ' Spring Menu ', is_public: true })
  expect([status, body.public_name, body.is_public]).toEqual([200, 'Spring Menu', true])
  expect(await open()).toEqual(['Spring Menu'])
  await patch(id, { public_name: 'Summer Menu' })
  expect(await open()).toEqual(['Summer Menu'])
  await patch(id, { visible: false })
  expect(await open()).toEqual([])
  await patch(id, { visible: true, is_public: false })
  expect(await open()).toEqual([])
  const ofCompany = `orderlists?no_page=1&company_id=${flow.house.location.company_id}`
  const { body: kept } = await flow.server.call(flow.house.as.office, 'GET', ofCompany)
  expect(kept.find((list: { id: number }) => list.id === id)).toMatchObject({
    public_name: 'Summer Menu',
    is_public: false,
  })
})

it('a new list may be open from the start', async () => {
  const list = {
    company_location: flow.house.location.id,
    categories: [{ category_name: 'Pantry', rows: [{ product_id: upc }] }],
    public_name: 'Market Day',
    is_public: true,
  }
  const { status, body } = await flow.server.call(flow.house.as.office, 'POST', 'orderlists/', { body: list })
  expect([status, body.is_public]).toEqual([201, true])
  expect(await open()).toContain('Market Day')
})

it('a list is not opened without a name, or under another one’s name in any letter case', async () => {
  await make({ public_name: 'Fish & Co', is_public: true })
  const id = await make()
  for (const [body, words] of [
    [{ is_public: true }, 'a list that anybody may open needs a public name'],
    [{ is_public: true, public_name: ' ' }, 'a list that anybody may open needs a public name'],
    [{ is_public: true, public_name: 'FISH-&-co' }, 'another public list is called "Fish & Co"'],
    [{ public_name: 'x'.repeat(101) }, 'has at most 100 characters'],
  ] as const) {
    const refused = await patch(id, body)
    expect([refused.status, refused.body.public_name]).toEqual([400, words])
  }
  // A list may have its own name again, in another spelling too.
  await patch(id, { public_name: 'Oyster Bar', is_public: true })
  expect((await patch(id, { public_name: 'oyster-bar' })).status).toBe(200)
})

it('two people open a list under one name at the same moment, and one is refused', async () => {
  const lists = [await make(), await make(), await make()]
  const answers = await Promise.all(lists.map((id) => patch(id, { public_name: 'Harvest', is_public: true })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
})

it('another user’s change of the name meanwhile is a clash, and only staff set it', async () => {
  const id = await make({ public_name: 'Old', visible: true, active: true, is_public: true })
  await patch(id, { public_name: 'Theirs' })
  const clash = await patch(id, { public_name: 'Mine', base: { public_name: 'Old' } })
  expect([clash.status, clash.body.message]).toEqual([409, 'Somebody else changed public_name meanwhile.'])
  for (const who of ['picker', 'buyer', 'customer', 'stranger'] as const)
    expect((await patch(id, { public_name: 'Mine', is_public: true }, who)).status).toBe(403)
  for (const who of BACK_OFFICE) expect((await patch(id, { public_name: who }, who)).status).toBe(200)
})
