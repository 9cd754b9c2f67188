/** Buttons in the narrowest windows: their words are read whole. */
import type { Page } from '@playwright/test'
import { expect, shared as test } from './larder.ts'
import { smallOrder } from './picking.ts'

/** The buttons whose words do not fit into them. */
const cutButtons = (page: Page) =>
  page
    .locator('main .mantine-Button-label')
    .evaluateAll((labels) =>
      labels
        .filter((label) => label.scrollWidth > label.clientWidth || label.scrollHeight > label.clientHeight)
        .map((label) => label.textContent),
    )

test('an order’s buttons are read whole on the narrowest phone, and what can be ordered again stands side by side', async ({
  as,
  sharedServer,
}) => {
  const id = await smallOrder(sharedServer)
  const office = await as('office', { width: 320, height: 640 })
  await office.goto(`/order/${id}`)
  await expect(office.getByRole('button', { name: 'Replicate Order' })).toBeVisible()
  expect(await cutButtons(office)).toEqual([])

  const chef = await as('chef', { width: 390, height: 844 })
  await chef.goto('/orders')
  const usual = chef.getByRole('button', { name: /^My usual/ })
  const again = chef.getByRole('button', { name: /^Order again/ })
  await expect(usual).toBeVisible()
  const [left, right] = [await usual.boundingBox(), await again.boundingBox()]
  expect(left!.y).toBe(right!.y)
  expect(left!.height).toBe(right!.height)
  expect(await cutButtons(chef)).toEqual([])
})
