/** The "Weight / Lot" dialog: its rows, what saving them sends, and what a failure says. */
import type { Page } from '@playwright/test'
import { expect, shared as test, signIn, wedge, type Server } from '../larder.ts'
import {
  current,
  inCurrent,
  openLine,
  openLines,
  refusePushes,
  sentIn,
  takeLine,
  usual,
  WEIGHED,
  weightLot,
  type FloorLine,
  type Sent,
} from '../floor.ts'

test.describe.configure({ mode: 'default' })

const rows = (page: Page) => weightLot(page).getByRole('group')
const weight = (page: Page, n: number) => rows(page).nth(n).locator('input[data-field=weight]')
const lot = (page: Page, n: number) => rows(page).nth(n).locator('input[data-field=lot]')
const save = (page: Page) => weightLot(page).getByRole('button', { name: 'Save', exact: true })
const SAVING = 'Saving weight / lot information'

async function openRows(page: Page, line: FloorLine): Promise<void> {
  await openLine(page, line)
  await inCurrent(page, 'Weight / Lot').click()
  await expect(weightLot(page)).toBeVisible()
}
const pieces = (server: Server, line: FloorLine) =>
  server.query<{ weight: string | null; lot: string | null }>(
    `select weight_lbs::float::text as weight, lot_code as lot from order_subitems
      where order_item_id = $1 order by id`,
    [line.id],
  )
/** The same weight as `pieces` reads it. */
const stored = (line: FloorLine, n = 0) => String(Number(usual(line, n)))
/** The calls on pieces that go out from now on, each once; read when they are asked for. */
function piecesSent(page: Page): () => Sent['call'][] {
  const sent = new Map<string, Sent>()
  page.on('request', (request) => {
    if (request.url().endsWith('/api/sync/push'))
      for (const edit of sentIn(request)) sent.set(edit.mutation_id, edit)
  })
  return () => [...sent.values()].filter(({ entity }) => entity === 'ordersubitems').map(({ call }) => call)
}

test('A078 A155 A178 A195 one row a piece with what its item asks for, and saving says so and closes', async ({
  as,
  sharedServer,
}) => {
  const page = await as('picker')
  for (const [where, which, weights, lots] of [
    [`${WEIGHED} and i.lot_tracked`, 'lots', true, true],
    [`p.weight_type <> 'r/w' and i.lot_tracked`, 'lots', false, true],
    [`${WEIGHED} and not i.lot_tracked`, 'plain', true, false],
  ] as const) {
    const line = await takeLine(
      sharedServer,
      `${where} and i.units_ordered + i.cases_ordered between 2 and 4`,
      which,
    )
    await openRows(page, line)
    await expect(rows(page)).toHaveCount(line.pieces)
    await expect(weightLot(page).locator('input[data-field=weight]')).toHaveCount(weights ? line.pieces : 0)
    await expect(weightLot(page).locator('input[data-field=lot]')).toHaveCount(lots ? line.pieces : 0)
    if (weights) await weight(page, 0).fill(usual(line))
    if (lots) await lot(page, 0).fill('L-1')

    let release = () => undefined as void
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/sync/push', (route) => held.then(() => route.continue()))
    await save(page).click()
    await expect(weightLot(page).getByText(SAVING, { exact: true })).toBeVisible()
    release()
    await expect(weightLot(page)).toBeHidden()
    await page.unrouteAll({ behavior: 'wait' })
    expect(await pieces(sharedServer, line)).toEqual([
      { weight: weights ? stored(line) : null, lot: lots ? 'L-1' : null },
    ])
  }
})

test('A176 A222 A223 saving creates, updates and deletes exactly the marked rows', async ({
  as,
  sharedServer,
}) => {
  const line = await takeLine(sharedServer, `${WEIGHED} and i.lot_tracked and i.units_ordered = 0`, 'lots')
  const page = await as('picker')
  await openLine(page, line)
  const cases = current(page).getByRole('group', { name: 'Cases' }).getByRole('spinbutton')
  await cases.fill('4')
  await cases.press('Enter')
  await expect(cases).toHaveValue('4')
  await inCurrent(page, 'Weight / Lot').click()
  for (const n of [0, 1, 2]) {
    await weight(page, n).fill(usual(line, n))
    await lot(page, n).fill(`L-${n}`)
  }
  await save(page).click()
  await expect(weightLot(page)).toBeHidden()
  await inCurrent(page, 'Weight / Lot').click()
  await lot(page, 1).fill('')
  await rows(page)
    .nth(2)
    .getByRole('button', { name: /^Drop / })
    .click()
  await weight(page, 3).fill(usual(line, 3))
  await expect(rows(page).nth(0)).not.toHaveAttribute('data-mark')
  await expect(rows(page).nth(1)).toHaveAttribute('data-mark', 'modified')
  await expect(rows(page).nth(2)).toHaveAttribute('data-mark', 'deleted')
  await expect(rows(page).nth(3)).toHaveAttribute('data-mark', 'new')
  const calls = piecesSent(page)
  await save(page).click()
  await expect(weightLot(page)).toBeHidden()
  await expect
    .poll(() =>
      calls()
        .map(({ method }) => method)
        .toSorted(),
    )
    .toEqual(['DELETE', 'PATCH', 'POST'])
  expect(calls().find(({ method }) => method === 'PATCH')!.body).toEqual({ lot_code: null })
  expect(calls().find(({ method }) => method === 'POST')!.body).not.toHaveProperty('lot_code')
  expect(await pieces(sharedServer, line)).toEqual([
    { weight: stored(line, 0), lot: 'L-0' },
    { weight: stored(line, 1), lot: null },
    { weight: stored(line, 3), lot: null },
  ])
})

test('A177 A179 what was picked above the order keeps its rows, and what lies above both is deleted after a question', async ({
  as,
  sharedServer,
}) => {
  const line = await takeLine(
    sharedServer,
    `${WEIGHED} and not i.lot_tracked and i.units_ordered + i.cases_ordered = 2
       and (i.units_ordered = 0 or i.cases_ordered = 0)`,
  )
  const name = line.units > 0 ? 'Units' : 'Cases'
  const page = await as('picker')
  await openLine(page, line)
  const quantity = current(page).getByRole('group', { name }).getByRole('spinbutton')
  const set = async (value: string) => {
    await quantity.fill(value)
    await quantity.press('Enter')
    await expect(quantity).toHaveValue(value)
  }
  await set('3')
  await inCurrent(page, 'Weight / Lot').click()
  await expect(rows(page)).toHaveCount(3)
  for (const n of [0, 1, 2]) await weight(page, n).fill(usual(line, n))
  await save(page).click()
  await expect(weightLot(page)).toBeHidden()
  expect(await pieces(sharedServer, line)).toHaveLength(3)

  await set('2')
  await inCurrent(page, 'Weight / Lot').click()
  await expect(rows(page).nth(2)).toHaveAttribute('data-mark', 'deleted')
  await save(page).click()
  await expect(weightLot(page).getByRole('alert')).toContainText(`3 (${usual(line, 2)} lb)`)
  expect(await pieces(sharedServer, line)).toHaveLength(3)
  await weightLot(page).getByRole('button', { name: 'Delete and save' }).click()
  await expect(weightLot(page)).toBeHidden()
  expect(await pieces(sharedServer, line)).toEqual([
    { weight: stored(line, 0), lot: null },
    { weight: stored(line, 1), lot: null },
  ])
})

test('a weight is stored once, however often Save is pressed and whatever is scanned before the server answers', async ({
  as,
  sharedServer,
}) => {
  const line = await takeLine(sharedServer, `${WEIGHED} and not i.lot_tracked`)
  const next = await takeLine(sharedServer, `${WEIGHED} and not i.lot_tracked`)
  const page = await as('picker')
  await openLines(page, line, next)
  await openRows(page, line)
  await weight(page, 0).fill(usual(line))
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/sync/push', (route) => held.then(() => route.continue()))
  await weight(page, 0).press('Enter')
  await weight(page, 0).press('Enter')
  await expect(weightLot(page).getByText(SAVING, { exact: true })).toBeVisible()
  await wedge(page, next.product)
  await expect(weightLot(page)).toContainText(next.name)
  release()
  await expect.poll(() => pieces(sharedServer, line)).toEqual([{ weight: stored(line), lot: null }])
  await expect(weightLot(page)).toContainText(next.name)
  await page.unrouteAll({ behavior: 'wait' })
})

test('A196 A316 A317 a refused save keeps the dialog open and shows the error in red, field by field', async ({
  fresh,
  sharedServer,
}) => {
  const line = await takeLine(sharedServer, `${WEIGHED} and not i.lot_tracked`)
  const page = await fresh()
  await signIn(page, 'foreman')
  await refusePushes(page, { message: 'No.', fields: { weight_lbs: 'Too heavy for this product.' } })
  await openRows(page, line)
  await weight(page, 0).fill(usual(line))
  await save(page).click()
  const alert = weightLot(page).getByRole('alert')
  await expect(alert.getByRole('heading')).toHaveText([
    'There was an error while generating the invoice',
    'Error:',
  ])
  await expect(alert).toContainText(`Order item ${line.id}`)
  await expect(alert).toContainText('weight_lbs: Too heavy for this product.')
  const [red, green, blue] = await alert
    .getByRole('paragraph')
    .evaluate((element) => getComputedStyle(element).color.match(/\d+/g)!.map(Number))
  expect(red).toBeGreaterThan(Math.max(green!, blue!) + 60)
  await expect(save(page)).toBeEnabled()

  // Pressed again when the server takes it, what was refused is over and the piece is there once.
  await page.unrouteAll({ behavior: 'wait' })
  await save(page).click()
  await expect(weightLot(page)).toBeHidden()
  await expect.poll(() => pieces(sharedServer, line)).toEqual([{ weight: stored(line), lot: null }])
  await expect(
    page.getByRole('button', { name: /^Sync: Online\. 1 scanned, 1 acknowledged, 0 unsent/ }),
  ).toBeVisible()
})
