/** The dialog that mails an invoice: whom it goes to. */
import { screen } from '@testing-library/react'
import { makeMailable, mailsOf, pdfsAtOnce } from '../bulk/bulk.ts'
import { expect, it } from '../larder.tsx'
import { fill, findButton, findDialog, isEnabled, press } from '../reading.ts'

it('B162 B163 what stands in CC and is no address keeps nobody from sending, and is said to get nothing', async ({
  server,
  sit,
}) => {
  pdfsAtOnce()
  const office = await sit('office')
  const { ids } = await makeMailable(server, office, 1)
  await office.open(`/order/${ids[0]}/invoice`)
  await press('Share by email')
  const dialog = await findDialog(`Email invoice #${ids[0]}`)
  await fill('CC', 'x@y', dialog)
  await screen.findByText('Nothing is sent to this address.')
  expect(isEnabled(await findButton('Add CC', dialog))).toBe(false)
  await fill('CC', 'x@y.z', dialog)
  expect(screen.queryByText('Nothing is sent to this address.')).toBeNull()
  await fill('CC', 'x@y', dialog)
  await press('Send', dialog)
  await screen.findByText(`The invoice is on its way to chef@example.com.`)
  expect(await mailsOf(server, ids)).toEqual([[ids[0], 'chef@example.com']])
})

it('B164 what is typed into CC is sent to, added or not, and is told', async ({ server, sit }) => {
  pdfsAtOnce()
  const office = await sit('office')
  const { ids } = await makeMailable(server, office, 1)
  await office.open(`/order/${ids[0]}/invoice`)
  await press('Share by email')
  const dialog = await findDialog(`Email invoice #${ids[0]}`)
  await fill('CC', 'x@y.z', dialog)
  await press('Send', dialog)
  await screen.findByText('The invoice is on its way to chef@example.com, x@y.z.')
  const { rows } = await server.database.pool.query(
    'select to_address, cc from mails where order_id = $1',
    ids,
  )
  expect(rows).toEqual([{ to_address: 'chef@example.com', cc: ['x@y.z'] }])
})
