/** Reporting: who may, what is chosen, and what becomes of an export. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { read, utils } from 'sheetjs-style'
import { addDays } from '#contract/day.ts'
import { makeItem, makeLocation, makeOrder, makeProduct } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { TODAY } from '../../factories/zone.ts'
import type { TestServer } from '../../factories/app.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { at } from '../network.ts'
import { choose, findButton, findField, isEnabled, press } from '../reading.ts'
import { downloads } from '../bulk/bulk.ts'

const form = () => screen.findByRole('form', { name: 'Report' })
const findReport = () => screen.findByRole('combobox', { name: 'Report' })
const canExport = async () => isEnabled(await findButton('Export Report'))
const asked = ({ network }: Seat) => network.calls.filter(at('GET', /^reports\/export/))

async function tomorrowOf({ database: { pool } }: TestServer): Promise<string> {
  const { rows } = await pool.query<{ today: string }>(`select ${TODAY}::text as today`)
  return addDays(rows[0]!.today, 1)
}

/** Waits until both days are this one. A newly signed-in device receives the distributor's day a moment later. */
async function showsDays(day: string): Promise<void> {
  const shown = day.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')
  for (const label of ['Start date', 'End date'])
    await waitFor(async () => expect((await findField(label)).value).toBe(shown))
}

it('C124 C270 C400 C407 the two reports are offered for tomorrow, and exported once a report and a location are chosen', async (larder) => {
  const { name } = await makeLocation(larder.pool)
  const closed = await makeLocation(larder.pool, { active: false })
  const office = await larder.sit('office')
  await office.open('/reporting')
  const report = await findReport()
  const places = [...(await findField('Company location')).querySelectorAll('option')]
  expect(places.map(({ textContent }) => textContent)).not.toContain(closed.name)
  expect([...report.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Choose a report',
    'Purchase Report by Order',
    'Aggregated Purchase Report',
  ])
  expect(await canExport()).toBe(false)
  await choose('Company location', name)
  expect(await canExport()).toBe(false)
  await choose('Company location', 'Choose a customer location')
  await userEvent.selectOptions(await findReport(), 'Aggregated Purchase Report')
  expect(await canExport()).toBe(false)
  await choose('Company location', name)
  expect(await canExport()).toBe(true)
  await showsDays(await tomorrowOf(larder.server))
  screen.getByText('from 00:00:00')
  screen.getByText('to 23:59:59')
})

it('the page shows the result of a report before it is exported', async (larder) => {
  const { pool } = larder
  const location = await makeLocation(pool, { name: 'Preview Pier' })
  const { upc } = await makeProduct(pool, { name: 'Preview Milk' })
  const { id } = await makeOrder(pool, {
    ...orderAt(location),
    delivery_date: await tomorrowOf(larder.server),
  })
  await makeItem(pool, { order_id: id, product: upc, units_ordered: 3, estimated_price: '7.50' })
  const office = await larder.sit('office')
  await office.open('/reporting')
  await findReport()
  expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull()
  await choose('Company location', 'Preview Pier')
  await userEvent.selectOptions(await findReport(), 'Purchase Report by Order')
  const preview = within(await screen.findByRole('region', { name: 'Preview' }))
  const texts = (row: HTMLElement) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent)
  const [, line, sums] = await preview.findAllByRole('row')
  expect(texts(line!).slice(5, 7)).toEqual(['Preview Milk', '3'])
  expect([texts(sums!)[0], texts(sums!).at(-1)]).toEqual(['Total', '7.50'])
  preview.getByText('1 line')
  expect(office.network.calls.some(({ path }) => path.includes('export'))).toBe(false)
})

it('C375 an unknown report is not requested', async (larder) => {
  const { name } = await makeLocation(larder.pool)
  const office = await larder.sit('office')
  await office.open('/reporting?report=nonsense')
  await choose('Company location', name)
  await press('Export Report')
  await screen.findByText('There was an issue exporting the report; API not found.')
  expect(asked(office)).toEqual([])
})

it('C334 C374 C409 a failed report says so, and a finished one is saved under its name', async (larder) => {
  const { id, name } = await makeLocation(larder.pool)
  const tomorrow = await tomorrowOf(larder.server)
  const files = downloads()
  const office = await larder.sit('office')
  await office.open('/reporting')
  await choose('Company location', name)
  await userEvent.selectOptions(await findReport(), 'Aggregated Purchase Report')
  await showsDays(tomorrow)
  const mend = office.network.fail(at('GET', /^reports\/export/), 500)
  await press('Export Report')
  await screen.findByText('There was an error while exporting the report')
  mend()
  await press('Export Report')
  await screen.findByText(`${name}_${tomorrow}_to_${tomorrow}_aggregated_purchase.xlsx`)
  expect(screen.queryByText('There was an error while exporting the report')).toBeNull()
  const wanted = { company_location: String(id), start_date: tomorrow, end_date: tomorrow }
  for (const { path, query } of asked(office))
    expect([path, Object.fromEntries(query)]).toEqual(['reports/export-aggregated-purchases', wanted])
  expect(asked(office)).toHaveLength(2)
  expect(files).toHaveLength(1)
  const book = read(Buffer.from(await files[0]!.arrayBuffer()), { type: 'buffer' })
  expect(utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!, { header: 1 })[0]).toContain('Product')
})

it('C024 C125 C126 the page is empty until the person is known, and then refuses people without the right', async (larder) => {
  const buyer = await larder.sit('buyer')
  const release = buyer.network.hold(at('GET', 'users'))
  await buyer.open('/reporting')
  await findButton('Logout')
  await waitFor(() => expect(buyer.network.calls.some(at('GET', 'users'))).toBe(true))
  expect(screen.queryByText('Permission denied')).toBeNull()
  expect(screen.queryByRole('form', { name: 'Report' })).toBeNull()
  release()
  await screen.findByText('Permission denied')
  expect(screen.queryByRole('form', { name: 'Report' })).toBeNull()
  const office = await larder.sit('office')
  await office.open('/reporting')
  await within(await form()).findByRole('button', { name: 'Export Report' })
})
