import { describe, expect, it } from 'vitest'
import { noReceipt } from '#contract/receipts/words.ts'
import type { CallOptions, Client, Method } from '#src/api/client.ts'
import { ApiError, NetworkError } from '#src/api/errors.ts'
import type { DraftRow } from './receipt-rows.ts'
import { NotRolledBack, saveReceipt } from './save-receipt.ts'

const row = (line: number, total = '5.00'): DraftRow => ({
  line,
  product: `06${line}`,
  product_name: '',
  item_code: '',
  quantity: '2',
  unit_type: 'U',
  total,
  ambiguous: {},
})

/** Answers by method and path, a function by what is sent; an Error is thrown. */
function server(answers: Record<string, unknown>) {
  const calls: { call: string; body: unknown; key: string | undefined }[] = []
  const api = async (method: Method, path: string, options: CallOptions<unknown> = {}) => {
    const call = `${method} ${path}`
    calls.push({ call, body: options.body, key: options.idempotencyKey })
    const found = answers[call]
    const answer: unknown = typeof found === 'function' ? found(options.body) : found
    if (answer instanceof Error) throw answer
    return answer
  }
  return { client: { api } as unknown as Client, calls, said: () => calls.map(({ call }) => call) }
}
const MADE = { 'POST receipts/': { id: 12 } }
const save = (client: Client, id: number | null = null, isEmpty = false) =>
  saveReceipt(client, {
    id,
    isEmpty,
    description: 'May',
    rows: [row(1), row(2, '2.25')],
    keys: { keyOf: () => 'key', forget: () => {} },
  })

describe('an upload', () => {
  it('C212 C319 C387 makes the receipt of the supplier’s warehouse first, then sends its lines as one array', async () => {
    const { client, calls } = server({ ...MADE, 'POST receiptlines/': { saved: 2 } })
    expect(await save(client)).toEqual({ id: 12, issue: null, failed: new Map() })
    expect(calls).toMatchObject([
      {
        call: 'POST receipts/',
        body: { description: 'May', total: '7.25', warehouse: 2, pricing_type: 's' },
        key: 'key',
      },
      {
        call: 'POST receiptlines/',
        body: [
          { receipt: 12, line: 1 },
          { receipt: 12, line: 2 },
        ],
      },
    ])
  })

  it('C212 to an existing receipt sends its lines only', async () => {
    const { client, said, calls } = server({ 'POST receiptlines/': { saved: 2 } })
    expect(await save(client, 7)).toMatchObject({ id: 7 })
    expect(said()).toEqual(['POST receiptlines/'])
    expect(calls[0]!.body).toMatchObject([{ receipt: 7 }, { receipt: 7 }])
  })

  it('that is tried again makes another receipt, with another key, if the first one is gone', async () => {
    const made = server({ ...MADE, 'POST receiptlines/': new ApiError(500, null, false) })
    let nth = 0
    const tryWith = (client: Client) =>
      saveReceipt(client, {
        id: null,
        description: 'May',
        rows: [row(1)],
        keys: { keyOf: () => `key ${nth}`, forget: () => void (nth += 1) },
      }).catch(() => null)
    await tryWith(made.client)
    await tryWith(made.client)
    const lost = server({ 'POST receipts/': new NetworkError('timeout') })
    await tryWith(lost.client)
    expect(made.calls.map(({ key }) => key).filter(Boolean)).toEqual(['key 0', 'key 1'])
    expect(nth).toBe(2)
  })

  it('to an empty receipt that is gone makes another one, and does so for no other receipt', async () => {
    const lines = (sent: { receipt: number; line: number }[]) =>
      sent[0]!.receipt === 12
        ? { saved: 2 }
        : new ApiError(
            400,
            {
              saved: 0,
              message: '2 of 2 lines were not stored.',
              message_detail: sent.map((one) => ({ ...one, message: noReceipt(one.receipt) })),
            },
            true,
          )
    const gone = server({ ...MADE, 'POST receiptlines/': lines })
    expect(await save(gone.client, 7, true)).toEqual({ id: 12, issue: null, failed: new Map() })
    expect(gone.said()).toEqual(['POST receiptlines/', 'POST receipts/', 'POST receiptlines/'])
    // Of a receipt that had lines, only these rows are left: another one would lack the others.
    const short = server({ ...MADE, 'POST receiptlines/': lines })
    expect((await save(short.client, 7)).failed.get(1)).toBe('receipt: there is no receipt 7')
    expect(short.said()).toEqual(['POST receiptlines/'])
    const refused = server({
      ...MADE,
      'POST receiptlines/': { saved: 0, message_detail: [{ line: 1, message: noReceipt(7) }, { line: 2 }] },
    })
    expect(await save(refused.client, 7, true)).toMatchObject({ id: 7 })
  })

  it('C213 C321 whose lines fail deletes the receipt that it made, and no other', async () => {
    const failure = new ApiError(500, { message: 'no room' }, true)
    const made = server({ ...MADE, 'POST receiptlines/': failure })
    await expect(save(made.client)).rejects.toBe(failure)
    expect(made.said()).toEqual(['POST receipts/', 'POST receiptlines/', 'DELETE receipts/12'])
    const known = server({ 'POST receiptlines/': failure })
    await expect(save(known.client, 7)).rejects.toBe(failure)
    expect(known.said()).toEqual(['POST receiptlines/'])
  })

  it('C214 C215 whose answer names failed lines is kept, with any status', async () => {
    const body = {
      message: '1 of 2 lines were not stored.',
      message_detail: [{ line: 2, product: '062', message: 'total: is too much' }],
    }
    for (const answer of [body, new ApiError(400, body, true), new ApiError(500, body, true)]) {
      const { client, said } = server({ ...MADE, 'POST receiptlines/': answer })
      expect(await save(client)).toEqual({
        id: 12,
        issue: '1 of 2 lines were not stored.\nLine 2, 062: total: is too much',
        failed: new Map([[2, 'total: is too much']]),
      })
      expect(said()).toEqual(['POST receipts/', 'POST receiptlines/'])
    }
    const words = server({
      ...MADE,
      'POST receiptlines/': { message: 'half', message_detail: ['row 2 is bad'] },
    })
    expect(await save(words.client)).toMatchObject({ issue: 'half\nrow 2 is bad' })
    const empty = server({ ...MADE, 'POST receiptlines/': { message: '', message_detail: [] } })
    expect(await save(empty.client)).toMatchObject({ issue: null })
  })

  it('that can neither be finished nor undone says so and names its receipt', async () => {
    const lost = new NetworkError('unreachable')
    const { client } = server({ ...MADE, 'POST receiptlines/': lost, 'DELETE receipts/12': lost })
    const error: unknown = await save(client).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(NotRolledBack)
    expect(error).toMatchObject({ id: 12, message: expect.stringContaining('Receipt 12 was made without') })
  })

  it('whose receipt cannot be made sends nothing else', async () => {
    const { client, said } = server({ 'POST receipts/': new ApiError(500, 'down', false) })
    await expect(save(client)).rejects.toMatchObject({ status: 500 })
    expect(said()).toEqual(['POST receipts/'])
  })
})
