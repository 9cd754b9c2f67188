/** Answers that one person received are not shown to the next person in the same window. */
import { waitFor } from '@testing-library/react'
import { keepDraft } from '#src/kit/form/draft.ts'
import { draftKey } from '#src/kit/forget-kept.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { fill, findButton, findField, press } from '../reading.ts'
import { makeLocation, makeOrderList, makeProduct, makeUser } from '../../factories/business.ts'
import { PASSWORD } from '../../factories/app.ts'

it('C290 all products are fetched again for the next person who signs in in the same window', async (larder) => {
  const { pool } = larder
  const { id } = await makeLocation(pool)
  const { upc } = await makeProduct(pool)
  await makeOrderList(pool, [upc], { company_location_id: id })
  const next = await makeUser(pool, 'administrator')
  const office = await larder.sit('administrator')
  const asked = () =>
    office.network.calls.filter(({ path, query }) => path === 'products' && query.get('no_page') === '1')
      .length
  await office.open(`/customer/${id}/orderlists`)
  await waitFor(() => expect(asked()).toBe(1))
  await press('Logout')
  await fill('Username', next.username)
  await fill('Password', PASSWORD)
  await press('SIGN IN')
  await findButton('Logout')
  // The window stays the same. A new one would load its code again, and hold nothing that was asked.
  history.pushState(null, '', `/customer/${id}/orderlists`)
  dispatchEvent(new PopStateEvent('popstate'))
  await findField(/^Name of category/)
  await waitFor(() => expect(asked()).toBe(2))
})

it('a read during the sign-out that the server then refuses causes no warning', async (larder) => {
  const office = await larder.sit('office')
  const users = at('GET', 'users')
  const release = office.network.hold(users)
  await office.open('/sync')
  await waitFor(() => expect(office.network.calls.some(users)).toBe(true))
  await press('Logout')
  await findField('Username')
  await waitFor(async () => {
    const { rows } = await larder.pool.query(
      'select from sessions where user_id = $1 and revoked_at is null',
      [office.person.id],
    )
    expect(rows).toEqual([])
  })
  release()
  await office.network.ended()
  await fill('Username', office.person.username)
  await fill('Password', PASSWORD)
  await press('SIGN IN')
  // By now the page has handled the refusal. A warning about it would fail this test.
  await findButton('Logout')
})

it('unsaved typed values of a form are deleted at a sign-out', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/sync')
  keepDraft(`${office.person.id}/order/7`, { note: 'Leave it at the back door' })
  await press('Logout')
  await findField('Username')
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith(draftKey('')))).toEqual([])
})
