import { expect, it } from 'vitest'
import type { Client } from '#src/api/client.ts'
import { ApiError } from '#src/api/errors.ts'
import { findSeen, keepSeen, type SeenInvoice } from '#src/db/seen-invoices.ts'
import { invoiceQuery } from './queries.ts'

let people = 0
/** A new person who has seen invoice 5 on this device. */
async function reader(): Promise<number> {
  people += 1
  await keepSeen(people, {
    order: 5,
    at: Date.now(),
    invoice: { order_id: 5 } as SeenInvoice['invoice'],
    letterhead: { lines: ['Harbor & Vine'], weigh_ticket: true, time_zone: 'America/New_York' },
  })
  return people
}
const readWith = (person: number, answer: ApiError) =>
  invoiceQuery(person, 5).read(
    { api: () => Promise.reject(answer) } as unknown as Client,
    new AbortController().signal,
  )
const isSeen = async (person: number) => (await findSeen(person, 5, Date.now())) !== null

it.each([404, 403])('an invoice that was seen here is dropped when the server answers %i', async (status) => {
  const ann = await reader()
  const answer = new ApiError(status, { detail: 'No such invoice.' }, true)
  await expect(readWith(ann, answer)).rejects.toBe(answer)
  expect(await isSeen(ann)).toBe(false)
})

it.each([404, 403])('an invoice that was seen here stays when a proxy answers %i', async (status) => {
  const ann = await reader()
  const answer = new ApiError(status, '<html></html>', false)
  await expect(readWith(ann, answer)).rejects.toBe(answer)
  expect(await isSeen(ann)).toBe(true)
})
