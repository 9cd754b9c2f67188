import { expect, it } from 'vitest'
import type { Client } from '#src/api/client.ts'
import { ApiError } from '#src/api/errors.ts'
import { deleteOrder } from './queries.ts'

/** A client whose every call is refused like this. */
const refusing = (status: number, body: unknown) =>
  ({
    api: async () => {
      throw new ApiError(status, body, true)
    },
  }) as unknown as Client

it('an order that is gone already counts as deleted, as after an answer that was lost', async () => {
  const gone = refusing(404, { message: 'There is no such order.' })
  await expect(deleteOrder(gone, 7, false)).resolves.toBeUndefined()
})

it('an order that was merged into another one, or is locked, is not deleted', async () => {
  const merged = refusing(404, { message: 'Order 7 was merged into order 8.', merged_into: 8 })
  await expect(deleteOrder(merged, 7, false)).rejects.toBeInstanceOf(ApiError)
  await expect(deleteOrder(refusing(423, { message: 'Locked.' }), 7, false)).rejects.toBeInstanceOf(ApiError)
})
