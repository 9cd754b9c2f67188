import { expect, it } from 'vitest'
import type { CallOptions, Client } from '#src/api/client.ts'
import { saveSubstitutes } from './product-calls.ts'

it('A290 saving substitutes sends the whole list and the values seen before', async () => {
  const calls: { method: string; path: string; options: CallOptions<unknown> }[] = []
  const api = (method: string, path: string, options: CallOptions<unknown>) => {
    calls.push({ method, path, options })
    return Promise.resolve([])
  }
  await saveSubstitutes({ api } as unknown as Client, '614141100019', ['2', '3'], ['2'])
  expect(calls).toMatchObject([
    {
      method: 'PATCH',
      path: 'productedit/614141100019',
      options: {
        body: { acceptable_substitutions: ['2', '3'], base: { acceptable_substitutions: ['2'] } },
      },
    },
  ])
})
