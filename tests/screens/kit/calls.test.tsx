/** The idempotency key of a call (`useCall`): the same until the call is done, and then another one. */
import { renderHook } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { SignedInContext } from '#src/kit/signed-in.ts'
import { useCall } from '#src/kit/form/use-save.tsx'

/** Returns a function that makes one and the same call with a given outcome, and the keys that were sent. */
function sameCall() {
  const keys: string[] = []
  let outcome = (): unknown => undefined
  let made = 0
  const signedIn = { engine: { user: { id: 1 }, newId: () => `key ${++made}` }, client: {} } as never
  const { result, unmount } = renderHook(
    () =>
      useCall<string, unknown>({
        async call(_client, _value, key) {
          keys.push(key)
          return outcome()
        },
      }),
    { wrapper: ({ children }) => <SignedInContext value={signedIn}>{children}</SignedInContext> },
  )
  onTestFinished(unmount)
  async function send(next: () => unknown): Promise<void> {
    outcome = next
    await result.current('Invite').catch(() => undefined)
  }
  return { keys, send }
}

const done = () => ({ id: 7 })

it('a call that is done and is made once more is another call', async () => {
  const { keys, send } = sameCall()
  for (let time = 0; time < 3; time++) await send(done)
  expect(keys).toEqual(['key 1', 'key 2', 'key 3'])
})

it('a call that failed, or was done in part, is the same call until it is done', async () => {
  const { keys, send } = sameCall()
  await send(() => {
    throw new Error('The answer was lost.')
  })
  await send(() => ({ heading: 'Some rows were not saved', text: 'Row 2' }))
  await send(done)
  await send(done)
  expect(keys).toEqual(['key 1', 'key 1', 'key 1', 'key 2'])
})
