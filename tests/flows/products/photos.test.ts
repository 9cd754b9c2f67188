/** Photographs of products: uploaded once, read by their address, and forgotten when nothing has them (decision 0281). */
import { expect, it } from 'vitest'
import { PHOTO_BYTES } from '#contract/products/photo.ts'
import { keepHouse } from '#server/housekeeping/keep.ts'
import { makeProduct } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'

const flow = openFlow()
/** As much of a JPEG as the server looks at. */
const jpeg = (words: string, length = 200) =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(words), Buffer.alloc(length)])

async function upload(payload: Buffer, who = flow.house.as.office, type = 'image/jpeg') {
  const { access } = await flow.server.signIn(who)
  const answer = await flow.server.app.inject({
    method: 'POST',
    url: '/api/photos',
    headers: { authorization: `Bearer ${access}`, 'content-type': type, 'x-device-id': `device of ${who}` },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() as { url: string; message?: string } }
}
const read = (url: string) => flow.server.app.inject({ url })
/** Forgets what is over by so many days from now. */
const after = (days: number) =>
  keepHouse({ ...flow.server.app.larder, clock: () => new Date(Date.now() + days * 86_400_000) })

it('an uploaded photograph is read by all people at its address, for ever, byte by byte', async () => {
  const { status, body } = await upload(jpeg('olives'))
  expect([status, body.url]).toEqual([201, expect.stringMatching(/^\/photos\/[0-9a-f]{32}\.jpg$/)])
  const answer = await read(body.url)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(answer.rawPayload.equals(jpeg('olives'))).toBe(true)
  expect(answer.headers['cache-control']).toContain('immutable')
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  // The same photograph is the same address.
  expect((await upload(jpeg('olives'))).body.url).toBe(body.url)
})

it('a file that is no JPEG, is too large, or is from a user who edits no product is refused', async () => {
  expect((await upload(Buffer.from('<svg onload="alert(1)">'))).status).toBe(400)
  expect((await upload(jpeg('png'), flow.house.as.office, 'image/png')).status).toBe(415)
  expect((await upload(jpeg('large', PHOTO_BYTES))).status).toBe(413)
  expect((await upload(jpeg('picker'), flow.house.as.picker)).status).toBe(403)
  for (const url of ['/photos/none.jpg', `/photos/${'0'.repeat(32)}.jpg`, '/photos/..%2f..%2fetc.jpg'])
    expect((await read(url)).statusCode).toBe(404)
})

it('a photograph whose complete address a product or an item code has is kept', async () => {
  const ofProduct = (await upload(jpeg('of a product'))).body.url
  const ofCode = (await upload(jpeg('of a code'))).body.url
  const { upc, item_code } = await makeProduct(flow.pool)
  const complete = (url: string) => ({ url: `https://orders.example.com${url}` })
  for (const [path, url] of [
    [`productedit/${upc}`, ofProduct],
    [`itemcodes/${item_code}`, ofCode],
  ] as const)
    expect((await flow.call('office', 'PATCH', path, complete(url))).status).toBe(200)
  await after(31)
  expect([(await read(ofProduct)).statusCode, (await read(ofCode)).statusCode]).toEqual([200, 200])
})

it('a photograph that no product has is forgotten after 30 days', async () => {
  const used = (await upload(jpeg('used'))).body.url
  const unused = (await upload(jpeg('unused'))).body.url
  const { upc } = await makeProduct(flow.pool)
  const saved = await flow.call('office', 'PATCH', `productedit/${upc}`, { url: used })
  expect(saved.status).toBe(200)
  await after(29)
  expect((await read(unused)).statusCode).toBe(200)
  await after(31)
  expect([(await read(used)).statusCode, (await read(unused)).statusCode]).toEqual([200, 404])
})
