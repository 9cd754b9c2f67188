/** An order is merged away while a picker without a network works on it. */
import { callApi, DESK, expect, SENT, shared as test, signIn } from '../larder.ts'
import { copyLines, takeOrder } from '../office.ts'
import {
  check,
  lineWhere,
  linesOf,
  openPickList,
  rowOf,
  storedItem,
  type PickLine,
} from '../picklist/pick-list.ts'
import { editsOnDevice } from '../picking.ts'

/** Plain lines of one unit or more. */
const PLAIN = `i.order_id = o.id and not i.out_of_stock and not i.lot_tracked and i.units_ordered > 0 and p.unit_type = 'Unit' and p.weight_type = ''`

test('offline picks of an order that is merged reach the remaining order once; an edit of a deleted line becomes a card', async ({
  fresh,
  sharedServer,
}) => {
  const other = await takeOrder(
    sharedServer,
    `(select count(distinct p.upc) from order_items i join products p on p.upc = i.product where ${PLAIN}) >= 3`,
  )
  const base = await takeOrder(
    sharedServer,
    `o.company_location_id = (select company_location_id from orders where id = ${other})`,
  )
  const lines = await linesOf(sharedServer, [other])
  const taken: PickLine[] = []
  while (taken.length < 3)
    taken.push(
      lineWhere(
        lines,
        ({ sold, weight, lot_tracked, units, product }) =>
          sold === 'Unit' &&
          weight === '' &&
          !lot_tracked &&
          units > 0 &&
          taken.every((one) => one.product !== product),
      ),
    )
  const [added, moved, out] = taken as [PickLine, PickLine, PickLine]
  await sharedServer.query('delete from order_items where order_id = $1 and product = any($2)', [
    base,
    taken.map(({ product }) => product),
  ])
  const like = 'select * from order_items where id = any($2)'
  const twins = await copyLines(sharedServer, base, like, [[added.id, out.id]])

  const page = await fresh({ viewport: DESK })
  await signIn(page, 'picker')
  await openPickList(page, { orders: [other] }, 'order')
  await page.context().setOffline(true)
  for (const [line, box] of [
    [added, 'Picked'],
    [moved, 'Picked'],
    [out, 'Out of Stock'],
  ] as const) {
    const { unsent } = await editsOnDevice(page)
    await check(await rowOf(page, line), box).click()
    await expect.poll(async () => (await editsOnDevice(page)).unsent.length).toBeGreaterThan(unsent.length)
  }
  const { unsent } = await editsOnDevice(page)
  const merge = { base_order: base, orders_to_merge: [other] }
  expect((await callApi(sharedServer, 'office', 'POST', 'mergeorders/', merge)).status).toBe(200)

  await page.context().setOffline(false)
  const outcomes = () =>
    sharedServer.query<{ id: string; outcome: string }>(
      'select id, outcome from mutations where id = any($1)',
      [unsent],
    )
  await expect.poll(async () => (await outcomes()).length, SENT).toBe(unsent.length)
  const ofProduct = async ({ product }: PickLine) => {
    const left = await linesOf(sharedServer, [base])
    const found = left.filter((line) => line.product === product)
    expect(found).toHaveLength(1)
    return found[0]!
  }
  const sum = await ofProduct(added)
  expect(twins).toContain(sum.id)
  // Not all of the larger line is there: it is not picked.
  expect(await storedItem(sharedServer, sum)).toMatchObject({ unit_quantity: added.units, picked: false })
  const whole = await ofProduct(moved)
  expect(whole.id).toBe(moved.id)
  expect(await storedItem(sharedServer, whole)).toMatchObject({ unit_quantity: moved.units, picked: true })
  expect(await storedItem(sharedServer, await ofProduct(out))).toMatchObject({ out_of_stock: false })

  await page.goto('/sync')
  await expect(page.getByRole('heading', { name: '1 needs you', exact: true })).toBeVisible(SENT)
  await expect(
    page.getByRole('paragraph').filter({ hasText: `when its order was merged into order ${base}.` }),
  ).toBeVisible()
  const { unsent: left } = await editsOnDevice(page)
  const asked = (await outcomes()).filter(({ outcome }) => outcome !== 'applied').map(({ id }) => id)
  expect(left).toEqual(asked)
  // Nothing of it is sent or counted once more.
  await page.reload()
  await expect(page.getByRole('heading', { name: '1 needs you', exact: true })).toBeVisible(SENT)
  expect(await storedItem(sharedServer, sum)).toMatchObject({ unit_quantity: added.units })
})
