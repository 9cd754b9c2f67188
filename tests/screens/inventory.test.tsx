/** The inventory: its pages, its search, and what stays in sight while the server is asked. */
import { screen, waitFor } from '@testing-library/react'
import type { TestServer } from '../factories/app.ts'
import { makeProduct } from '../factories/business.ts'
import { expect, it } from './larder.tsx'
import { at, type Call } from './network.ts'
import { fill, findButton, findTable, isEnabled, press } from './reading.ts'

const pool = (server: TestServer) => server.database.pool
const offset = (call: Call) => at('GET', 'products')(call) && call.query.get('offset') === '100'
const pages = () => screen.getByRole('navigation', { name: 'Inventory pages' }).textContent

it('turning a page and typing leave what is listed until there is an answer, and beside a failure too', async ({
  server,
  sit,
}) => {
  await makeProduct(pool(server), { name: 'Zucchini' })
  await Promise.all(Array.from({ length: 100 }, () => makeProduct(pool(server))))
  const office = await sit('office')
  await office.open('/inventory')
  const table = await findTable('Inventory')
  await screen.findByText(/^1–100 of \d+$/)
  const names = () => table.column('Name').join()
  const before = names()
  expect(before).not.toBe('')
  const previous = await findButton('Previous page')
  expect([isEnabled(previous), previous.title]).toEqual([false, 'This is the first page.'])

  const release = office.network.hold(offset)
  await press('Next page')
  await screen.findByText('Loading products')
  expect(names()).toBe(before)
  release()
  await waitFor(() => expect(pages()).toMatch(/^101–/))
  await waitFor(() => expect(names()).not.toBe(before))
  const second = names()

  const mend = office.network.fail(
    (call) => at('GET', 'products')(call) && call.query.get('search') === 'zucc',
  )
  await fill('Search inventory', 'zucc')
  await screen.findByText('The server answered 502.')
  expect(names()).toBe(second)
  mend()
  await press('Try again')
  await waitFor(() => expect(names()).toBe('Zucchini'))
})
