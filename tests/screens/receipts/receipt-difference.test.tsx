/** The results of comparing receipts: a calculation that fails is reported as on the page that they come from. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { makeOrder } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { noDialog, press } from '../reading.ts'

const FAILED = 'There was an error while calculating the receipt information'

it('C356 a calculation that fails opens the dialog on the results screen too, until Continue', async (larder) => {
  const { id, delivery_date } = await makeOrder(larder.pool)
  const office = await larder.sit('office')
  const choices = {
    currentPricing: false,
    dateRange: { start: delivery_date, end: delivery_date },
    orders: [{ id, place: 'Bistro' }],
    ordersSelected: [id],
    receiptsSelected: [],
    priceMargin: 0.2,
    showPricingDifferences: false,
    rdErrorsSet: [],
    hidden: [],
    pricingType: 'shelf',
    step: 1,
  }
  const mend = office.network.fail(at('POST', 'receiptdifferenceresult'), 503)
  await office.open('/orders')
  await screen.findByRole('heading', { name: 'Orders' })
  // The difference page hands the choices over like this.
  history.pushState({ receiptDifference: choices }, '', '/missingItems')
  dispatchEvent(new PopStateEvent('popstate'))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(FAILED)
  await userEvent.click(dialog.getByText('Continue'))
  await noDialog()
  // A second failure in the same words is shown once more.
  await press('Try again')
  const again = within(await screen.findByRole('dialog'))
  again.getByText(FAILED)
  await userEvent.click(again.getByText('Continue'))
  await noDialog()
  mend()
  await press('Try again')
  await waitFor(() => expect(screen.queryByText('Try again')).toBeNull())
})
