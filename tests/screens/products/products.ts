/** What the tests of products' screens share: the form, what a save sends, and how it ends. */
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Seat } from '../larder.tsx'
import { findDialog, findField, noDialog, press } from '../reading.ts'

export const findForm = () => screen.findByRole('form', { name: 'Product' })

/** The calls about products that this seat has sent, other than reading. */
export const savesOf = ({ network }: Seat) =>
  network.calls
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('product'))
    .map(({ method, path, body }) => ({ call: `${method} ${path}`, body: body as Record<string, unknown> }))

/** Confirms what the dialog of this name asks, and closes what says how it ended. */
export async function confirm(title: string | RegExp, said: string): Promise<void> {
  const dialog = await findDialog(title)
  await press('Confirm', dialog)
  await within(dialog).findByText(said)
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)!)
  await noDialog()
}

/** Types a text letter by letter, with no time between them: however busy the machine is, it is typed quickly. */
export async function typeAtOnce(label: string, text: string, place?: HTMLElement): Promise<void> {
  const field = await findField(label, place)
  for (let end = 1; end <= text.length; end++)
    fireEvent.change(field, { target: { value: text.slice(0, end) } })
}
