/** The settings screen: each setting is saved alone, and undone in its place. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { TestServer } from '../../factories/app.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { fill, findButton, findDialog, isAt, isEnabled, press } from '../reading.ts'

const stored = async ({ database }: TestServer, name: string) =>
  (await database.pool.query<{ value: string | null }>('select value from settings where name = $1', [name]))
    .rows[0]!.value
const setting = (label: string) => screen.findByRole('form', { name: label })

it('a setting is saved in its place, shows who changed it, and is undone with one press', async (larder) => {
  const admin = await larder.sit('administrator')
  await admin.open('/settings')
  const orders = await setting('Orders of a company in a day')
  expect(within(orders).queryByRole('button', { name: 'Save' })).toBeNull()
  const before = within(orders).getByRole<HTMLInputElement>('textbox').value
  const field = within(orders).getByRole('textbox')
  await userEvent.clear(field)
  await userEvent.type(field, '77{Enter}')
  expect((await within(orders).findByText('Saved')).getAttribute('role')).toBe('status')
  expect(await stored(larder.server, 'company_orders_a_day')).toBe('77')
  await within(orders).findByText(new RegExp(`Changed by ${admin.person.username}`))
  await press('Undo', orders)
  await within(orders).findByText('Undone')
  expect(await stored(larder.server, 'company_orders_a_day')).toBeNull()
  expect(within(orders).getByRole<HTMLInputElement>('textbox').value).toBe(before)
})

it('an invalid value is reported at its field, and the typed text stays', async (larder) => {
  const admin = await larder.sit('administrator')
  await admin.open('/settings')
  const history = await setting('History')
  await fill('History', '3', history)
  await press('Save', history)
  await within(history).findByText('must be at least 13')
  expect(within(history).getByRole<HTMLInputElement>('textbox').value).toBe('3')
  expect(await stored(larder.server, 'keep_history_months')).toBeNull()
})

it('what is typed while a setting is saved stays in its field, also after Undo', async (larder) => {
  const admin = await larder.sit('administrator')
  await admin.open('/settings')
  const company = await setting('Company, and how it is reached')
  const before = await stored(larder.server, 'contact_block')
  const typed = () => within(company).getByRole<HTMLTextAreaElement>('textbox').value
  const release = admin.network.hold(at('PATCH', 'settings/contact_block'))
  await fill('Company, and how it is reached', 'Quay Foods', company)
  await press('Save', company)
  await fill('Company, and how it is reached', 'Quay Foods\n1 Pier', company)
  release()
  await within(company).findByText('Saved')
  expect([typed(), await stored(larder.server, 'contact_block')]).toEqual([
    'Quay Foods\n1 Pier',
    'Quay Foods',
  ])
  await press('Undo', company)
  await within(company).findByText('Undone')
  expect([typed(), await stored(larder.server, 'contact_block')]).toEqual(['Quay Foods\n1 Pier', before])
  await press('Save', company)
  await within(company).findByText('Saved')
  expect(typed()).toBe('Quay Foods\n1 Pier')
  await press(/^Default:/, company)
  await within(company).findByText('The default is back')
  expect(await stored(larder.server, 'contact_block')).toBeNull()
})

it('lines are typed below each other, and the letterhead shows them', async (larder) => {
  const admin = await larder.sit('administrator')
  await admin.open('/settings')
  const company = await setting('Company, and how it is reached')
  const field = within(company).getByRole('textbox')
  await userEvent.clear(field)
  await userEvent.type(field, 'Quay Foods{Enter}1 Pier')
  await press('Save', company)
  const paper = await screen.findByRole('figure', { name: 'An invoice begins so' })
  await waitFor(() => expect(paper.querySelector('strong')?.textContent).toBe('Quay Foods'))
  expect(await stored(larder.server, 'contact_block')).toBe('Quay Foods|1 Pier')
  // Done with this, one of the first steps is.
  expect((await screen.findByRole('region', { name: 'Set up Larder' })).textContent).toContain('of 6')
  await press(/^Default:/, company)
  await within(company).findByText('The default is back')
  expect(await stored(larder.server, 'contact_block')).toBeNull()
  await press('Skip these steps')
  expect(screen.queryByRole('region', { name: 'Set up Larder' })).toBeNull()
})

it('Undo does not overwrite what another administrator has saved since', async (larder) => {
  const admin = await larder.sit('administrator')
  await admin.open('/settings')
  const days = await setting('Office: longest session')
  await fill('Office: longest session', '44', days)
  await press('Save', days)
  await within(days).findByText('Saved')
  await larder.pool.query(`update settings set value = '55' where name = 'office_session_days'`)
  await press('Undo', days)
  await within(days).findByText(/was changed by somebody else meanwhile: it is "55" now/)
  expect(await stored(larder.server, 'office_session_days')).toBe('55')
  await waitFor(() => expect(within(days).getByRole<HTMLInputElement>('textbox').value).toBe('55'))
  await press(/^Default:/, days)
  await within(days).findByText('The default is back')
})

it('a setting that another administrator changes while it is typed is not overwritten unseen', async (larder) => {
  const { pool } = larder
  const admin = await larder.sit('administrator')
  await admin.open('/settings')
  const days = await setting('Office: longest session')
  await fill('Office: longest session', '41', days)
  await pool.query(`update settings set value = '42' where name = 'office_session_days'`)
  // The save of another setting reads them all.
  const history = await setting('History')
  await fill('History', '78', history)
  await press('Save', history)
  await within(history).findByText('Saved')
  await press('Undo', history)
  await within(history).findByText('Undone')
  await press('Save', days)
  await within(days).findByText(/was changed by somebody else meanwhile: it is "42" now/)
  expect(await stored(larder.server, 'office_session_days')).toBe('42')
  expect(within(days).getByRole<HTMLInputElement>('textbox').value).toBe('41')
  await press('Save', days)
  await within(days).findByText('Saved')
  expect(await stored(larder.server, 'office_session_days')).toBe('41')

  // The same holds for a text that is here again.
  await fill('Office: longest session', '43', days)
  await admin.open('/settings')
  await screen.findByText('What you typed before is here again. It is not saved.')
  await pool.query(`update settings set value = '44' where name = 'office_session_days'`)
  await admin.open('/settings')
  const again = await setting('Office: longest session')
  expect(within(again).getByRole<HTMLInputElement>('textbox').value).toBe('43')
  await press('Save', again)
  await within(again).findByText(/it is "44" now/)
  await press(/^Default:/, again)
  await within(again).findByText('The default is back')
})

it('leaving asks about a typed setting, and the text is there again on the next visit until it is discarded', async (larder) => {
  const admin = await larder.sit('administrator')
  await admin.open('/settings')
  await fill('History', '77', await setting('History'))
  const steps = screen.getByRole('region', { name: 'Set up Larder' })
  await userEvent.click(within(steps).getByRole('link', { name: 'People' }))
  await press('Leave', await findDialog('Leave without saving?'))
  await isAt('/users')
  await admin.open('/settings')
  await screen.findByText('What you typed before is here again. It is not saved.')
  const typed = async () => within(await setting('History')).getByRole<HTMLInputElement>('textbox').value
  expect(await typed()).toBe('77')
  await press('Discard it')
  await waitFor(async () => expect(await typed()).not.toBe('77'))
  expect(screen.queryByText(/^What you typed before/)).toBeNull()
})

it('a switch is saved when it is pressed, and the office learns that the screen is not theirs', async (larder) => {
  const admin = await larder.sit('administrator')
  await admin.open('/settings')
  const ticket = await setting('Weigh ticket on invoices')
  const before = within(ticket).getByRole<HTMLInputElement>('switch').checked
  await userEvent.click(within(ticket).getByRole('switch'))
  await within(ticket).findByText('Saved')
  expect(await stored(larder.server, 'weigh_ticket')).toBe(before ? 'off' : 'on')
  await press('Undo', ticket)
  await within(ticket).findByText('Undone')
  expect(isEnabled(await findButton('Send me a test'))).toBe(false)
  const office = await larder.sit('office')
  await office.open('/settings')
  await screen.findByText('The settings are for administrators')
})
