import { expect, it } from 'vitest'
import type { CallOptions, Client } from '#src/api/client.ts'
import type { DraftRow } from './receipt-rows.ts'
import { uploadedBefore } from './uploaded-before.ts'

const row = (line: number, product: string, quantity: string, total: string): DraftRow => ({
  line,
  product,
  product_name: '',
  item_code: '',
  quantity,
  unit_type: 'U',
  total,
  ambiguous: {},
})
const ROWS = [row(1, '061', '2.0', '5.00'), row(2, '062', '1', '2.25'), row(3, 'Void: 062', '1', '1.00')]
const line = (product: string, quantity: string, total: string) => ({
  product,
  unit_type: 'U',
  quantity,
  total,
})
const SAME = [line('Void: 062', '-1', '-1.00'), line('062', '1', '2.25'), line('061', '2', '5.00')]
const OTHER = [line('061', '2', '4.00'), line('062', '1', '2.25')]

/** A client whose receipts have these totals, the newest first, and these lines. */
function server(receipts: readonly { total: string; lines: object[] }[]) {
  const asked: string[] = []
  const client = {
    api: async (_method: string, path: string, { query }: CallOptions<unknown>) => {
      const id = Number(query?.['receipt'] ?? 0)
      asked.push(id > 0 ? `lines ${id}` : path)
      if (id > 0) return receipts[id - 1]!.lines
      return receipts.map(({ total }, at) => ({ id: at + 1, description: `R${at + 1}`, total }))
    },
  } as unknown as Client
  return { client, asked }
}

it('the same lines in any order are found, the latest first; lines are fetched if the total is the same', async () => {
  const { client, asked } = server([
    { total: '9.00', lines: SAME },
    { total: '6.25', lines: OTHER },
    { total: '6.25', lines: SAME },
    { total: '6.25', lines: SAME },
  ])
  expect(await uploadedBefore(client, ROWS)).toMatchObject({ id: 3 })
  expect(asked).toEqual(['receipts', 'lines 2', 'lines 3'])
})

it('other lines with the same total are another receipt', async () => {
  expect(await uploadedBefore(server([{ total: '6.25', lines: OTHER }]).client, ROWS)).toBeNull()
})
