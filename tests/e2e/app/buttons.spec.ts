/** Buttons in a real browser: their words are read whole in the narrowest windows, and gloves find those of the floor. */
import type { Page } from '@playwright/test'
import { expect, shared as test, signIn } from '../larder.ts'
import { smallOrder } from '../picking.ts'

/** The buttons whose words do not fit into them. */
const cutButtons = (page: Page) =>
  page
    .locator('main .mantine-Button-label')
    .evaluateAll((labels) =>
      labels
        .filter((label) => label.scrollWidth > label.clientWidth || label.scrollHeight > label.clientHeight)
        .map((label) => label.textContent),
    )

test('an order’s buttons show whole on the narrowest phone, and those to order again are side by side', async ({
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

test('no button of an order and of the pick list generator is lower than 56 px for a picker with gloves', async ({
  fresh,
  sharedServer,
}) => {
  const page = await fresh({ hasTouch: true, viewport: { width: 390, height: 844 } })
  await signIn(page, 'picker')
  for (const [path, name, floor] of [
    [`/order/${await smallOrder(sharedServer)}`, 'PickList', 'main div:has(> button:nth-child(3))'],
    ['/orders/picklist', 'Generate', 'main'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('button', { name })).toBeVisible()
    const low = await page.locator(`${floor} .mantine-Button-root`).evaluateAll((buttons) =>
      buttons.flatMap((one) => {
        const { height } = one.getBoundingClientRect()
        return height < 56 ? [`${one.textContent} ${height}`] : []
      }),
    )
    expect(low, path).toEqual([])
  }
})
