/** The devices' list, and the way to it. */
import { screen, within } from '@testing-library/react'
import { makeUser } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { fill, findDialog, hasButton, isAt, noDialog, press } from '../reading.ts'
import { isWide } from '../wide.ts'

it('a device’s card names the orders of its changes, and without changes names none', async (larder) => {
  isWide(390)
  const office = await larder.sit('office')
  const { rows } = await larder.pool.query<{ id: number }>('select id from users where username = $1', [
    office.person.username,
  ])
  await larder.pool.query(
    'insert into devices (device_id, user_id, unsent, needs_you) values ($1, $3, $4, $5), ($2, $3, $6, $6)',
    [
      'holds-some',
      'holds-none',
      rows[0]!.id,
      JSON.stringify({ 12: 3 }),
      JSON.stringify({ 12: 1, 14: 2 }),
      '{}',
    ],
  )
  await office.open('/devices')
  const card = async (device: string) => within((await screen.findByText(device)).closest<HTMLElement>('li')!)
  await (await card('holds-so')).findByText(/has 3 unsent changes and 1 decision to make for order 12$/)
  expect((await card('holds-so')).getByText('3 to make')).toBeTruthy()
  expect((await card('holds-no')).queryByText('For which orders')).toBeNull()
})

it('a device’s card shows what it read again because it differed from the server, and when', async (larder) => {
  const office = await larder.sit('office')
  const picker = await makeUser(larder.pool, 'picker')
  await larder.pool.query(
    `insert into devices (device_id, user_id, differed_at, differed)
     values ('was-wrong', $1, now() - interval '3 hours', '{items,subitems}')`,
    [picker.id],
  )
  isWide(390)
  await office.open('/devices')
  const card = within((await screen.findByText('was-wron')).closest<HTMLElement>('li')!)
  expect(card.getByText('lines and pieces, 3 h ago')).toBeTruthy()
})

it('a device’s card shows whose orders wait, and the setting behind it', async (larder) => {
  const { pool } = larder
  const chef = await makeUser(pool, 'buyer', { username: 'waiting-chef' })
  await pool.query('insert into bounded_people (user_id, at, setting) values ($1, now(), $2)', [
    chef.id,
    'orders_a_minute',
  ])
  const office = await larder.sit('office')
  await office.open('/devices')
  const told = await screen.findByRole('region', { name: 'Customers whose orders wait' })
  expect(told.textContent).toMatch(
    /^waiting-chef of Company \d+ ordered more than the setting orders_a_minute allows, last .+ ago\./,
  )
})

it('the sync screen links to the devices for people who may see them, and for no others', async (larder) => {
  const picker = await larder.sit('picker')
  await picker.open('/sync')
  await screen.findByRole('heading', { name: 'Sync' })
  expect(hasButton('Devices')).toBe(false)
  const foreman = await larder.sit('foreman')
  await foreman.open('/sync')
  await press('Devices')
  await isAt('/devices')
})

it('a device is named from its row, and the row of this device says so', async (larder) => {
  isWide(390)
  const office = await larder.sit('office')
  const picker = await makeUser(larder.pool, 'picker')
  await larder.pool.query(`insert into devices (device_id, user_id) values ('cold-room-handheld', $1)`, [
    picker.id,
  ])
  // It has sent nothing yet.
  await larder.pool.query(
    `insert into devices (device_id, user_id)
       select device_id, user_id from sessions join users u on u.id = user_id where u.username = $1`,
    [office.person.username],
  )
  await office.open('/devices')
  const cardOf = async (device: string) =>
    within((await screen.findByText(new RegExp(`^${device}`))).closest<HTMLElement>('li')!)
  await press('Name device cold-roo')
  const dialog = await findDialog('Name device cold-roo')
  await fill('Name', 'Cold room 3', dialog)
  await press('Save', dialog)
  await noDialog()
  expect((await cardOf('Cold room 3')).queryByText('This device')).toBeNull()
  const { rows } = await larder.pool.query<{ name: string }>(
    `select name from device_names where device_id = 'cold-room-handheld'`,
  )
  expect(rows).toEqual([{ name: 'Cold room 3' }])
  await press('Name Cold room 3')
  const again = await findDialog('Name device cold-roo')
  await fill('Name', '', again)
  await press('Save', again)
  await noDialog()
  await cardOf('cold-roo')
  expect(
    within(screen.getByText('This device').closest('li')!).getByText(office.person.username),
  ).toBeTruthy()
})
