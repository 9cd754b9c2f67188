/** Locking an account on the user's form. Its effect on a person who is signed in: tests/screens/session. */
import { fireEvent, within } from '@testing-library/react'
import { makeUser } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { findDialog, findField, press } from '../reading.ts'

it('a lock and its end raise a question with their effect, and are stored', async (larder) => {
  const { pool } = larder
  const names = { email: 'night@example.com', first_name: 'Ida', last_name: 'Moss' }
  const { id, username } = await makeUser(pool, 'picker', names)
  const office = await larder.sit('office')
  for (const [isLocked, said] of [
    [true, 'They are signed out at once and cannot sign in again'],
    [false, 'What you changed holds at once'],
  ] as const) {
    await office.open(`/user/${id}`)
    fireEvent.click(await findField(/^Account lock/))
    await press('Save')
    const dialog = await findDialog(`Save user ${username}?`)
    expect(dialog.textContent).toContain(said)
    await press('Confirm', dialog)
    await within(dialog).findByText('The user has been saved.')
    const { rows } = await pool.query('select account_lock from users where id = $1', [id])
    expect(rows).toEqual([{ account_lock: isLocked }])
  }
})
