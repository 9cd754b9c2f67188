/** The till of a file of tests. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { makeTill, type Till } from './make-till.ts'

export { intentOf, type Till } from './make-till.ts'

/**
 * Opens the till before the file's tests and closes it after them; its parts are there from the file's own `beforeAll` on.
 * Before each test the provider answers as it should again, and forgets which calls it had.
 * @param settings further ones of the server, asked for when it starts
 */
export function openTill(settings: () => Record<string, string> = () => ({})): Till {
  const till = {} as Till
  let close: () => Promise<void>
  beforeAll(async () => {
    const opened = await makeTill(settings())
    Object.assign(till, opened.till)
    close = opened.close
  })
  beforeEach(() => {
    till.stripe.before = () => undefined
    till.stripe.fault = null
    till.stripe.forbidden.clear()
    till.stripe.isKeyKnown = true
    till.stripe.account = 'acct_of_the_stand_in'
    till.stripe.onItsWay = () => undefined
    till.stripe.calls.length = 0
  })
  afterAll(() => close())
  return till
}
