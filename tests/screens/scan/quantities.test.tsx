/** A picker types, taps and scans in any order. The count of a line is the last typed one plus the scans after it. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { makeItem, makeOrder, makeProduct } from '../../factories/business.ts'
import { createKeyboard } from '../keyboard.ts'
import { expect, it } from '../larder.tsx'
import { isEnabled, press } from '../reading.ts'

/** More than any run counts, so that no line is ever complete and no scan is asked about. */
const ORDERED = 100_000

type Act =
  | { act: 'scan'; line: number; pause: number; enter: boolean }
  /** Types into Units of a line. The text is then entered, left by a tap beside it, or left as it is. */
  | { act: 'type'; line: number; text: string; end: 'enter' | 'tap' | 'none'; pause: number }
  | { act: 'focus' | 'choose' | 'more' | 'less'; line: number }
  | { act: 'undo' | 'save' }

const line = fc.nat(2)
/** The pause before the first key, in ms: a hand that goes on at once, a slow one, and one that comes back. */
const pause = fc.constantFrom(60, 150, 400, 900)
const anAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant('scan'), line, pause, enter: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('type'),
      line,
      text: fc.nat(999).map(String),
      end: fc.constantFrom('enter', 'tap', 'none'),
      pause,
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constantFrom('focus', 'choose', 'more', 'less'), line }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('undo', 'save') }) },
)

it('a line stores the last typed quantity plus the scans after it, in any mix of typing, scans, taps and Undo', async (larder) => {
  const { pool } = larder
  const order = await makeOrder(pool)
  const upcs = ['614141000036', '614141162765', '012345678905']
  const items: string[] = []
  for (const [n, upc] of upcs.entries()) {
    await makeProduct(pool, { upc, name: `Product ${n}` })
    const { id } = await makeItem(pool, { order_id: order.id, product: upc, units_ordered: ORDERED })
    items.push(id)
  }
  const picker = await larder.sit('picker')
  await picker.open(`/order/${order.id}`)
  await press('Scan')
  const list = await screen.findByRole('list', { name: 'Items' })
  const current = screen.getByRole('region', { name: 'Current item' })
  const keyboard = createKeyboard()
  const units = () => within(current).getByRole<HTMLInputElement>('spinbutton', { name: /^Units/ })
  const cardOf = (n: number) => within(list).getByRole('button', { name: new RegExp(`Product ${n}`) })
  const stepper = (name: string) => within(current).getByRole('button', { name: `Units: one ${name}` })
  // The lines are there before the names of their products.
  for (const n of upcs.keys()) await within(list).findByRole('button', { name: new RegExp(`Product ${n}`) })
  const choose = async (n: number) => {
    await userEvent.click(cardOf(n))
    await within(current).findByRole('heading', { name: `Product ${n}` })
  }

  const counts = [0, 0, 0]
  /** The states that Undo goes back to: a line and its count. */
  const acts: [line: number, before: number][] = []
  /** The text that is in the field and was not entered. */
  let draft: { line: number; text: string } | null = null
  const set = (n: number, count: number) => {
    if (counts[n] === count) return
    acts.push([n, counts[n]!])
    counts[n] = count
  }
  const settle = () => {
    if (draft) set(draft.line, Number(draft.text))
    draft = null
  }
  const shown = () =>
    waitFor(() => {
      const name = within(current).getByRole('heading').textContent
      expect(units().value, `${name} after ${JSON.stringify(done.slice(-4))}`).toBe(
        String(counts[Number(name?.at(-1))]),
      )
    })

  const stored = async () => {
    const { rows } = await pool.query<{ unit_quantity: number }>(
      'select unit_quantity from order_items where id = any($1) order by array_position($1, id)',
      [items],
    )
    return rows.map((row) => row.unit_quantity)
  }

  const done: Act[] = []
  async function perform(act: Act): Promise<void> {
    done.push(act)
    switch (act.act) {
      case 'scan':
        await keyboard.scan(upcs[act.line]!, act)
        // A scan discards a text that was not entered.
        draft = null
        acts.push([act.line, counts[act.line]!])
        counts[act.line]! += 1
        await within(current).findByRole('heading', { name: `Product ${act.line}` })
        return shown()
      case 'type':
        settle()
        await choose(act.line)
        await shown()
        await userEvent.click(units())
        keyboard.type(act.text, act.pause)
        draft = { line: act.line, text: act.text }
        if (act.end === 'none') return
        if (act.end === 'enter') keyboard.type('\r', 120)
        else await userEvent.click(within(current).getByRole('heading'))
        settle()
        return shown()
      case 'focus':
        settle()
        await choose(act.line)
        await shown()
        return userEvent.click(units())
      case 'choose':
        settle()
        await choose(act.line)
        return shown()
      case 'more':
      case 'less':
        settle()
        await choose(act.line)
        await shown()
        await userEvent.click(stepper(act.act))
        set(act.line, Math.max(0, counts[act.line]! + (act.act === 'more' ? 1 : -1)))
        return shown()
      case 'undo': {
        // A typed count is entered and seen first. The count that Undo goes back to then differs from it.
        if (draft) await userEvent.click(within(current).getByRole('heading'))
        settle()
        await shown()
        const undo = screen.getByRole('button', { name: /^Undo/ })
        const last = acts.pop()
        await waitFor(() => expect(isEnabled(undo)).toBe(last !== undefined))
        if (!last) return
        await userEvent.click(undo)
        counts[last[0]] = last[1]
        await within(current).findByRole('heading', { name: `Product ${last[0]}` })
        return shown()
      }
      case 'save':
        settle()
        await press('Save')
        await press('Confirm', await screen.findByRole('dialog'))
        await screen.findByText('Changes to the Scan has been successfully saved')
        await userEvent.click(within(await screen.findByRole('dialog')).getByText('Close'))
    }
  }

  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { minLength: 20, maxLength: 30 }), async (mix) => {
      for (const act of mix) await perform(act)
      await perform({ act: 'save' })
      // Save waits five seconds for the server, and then says what still waits.
      await expect.poll(stored, { timeout: 20_000 }).toEqual(counts)
    }),
    // Each run of the tests tries another mix. It goes on where the last act ended, so none can be made smaller.
    { numRuns: 1, endOnFailure: true },
  )
}, 120_000)
