/** Substitutes for an item: searched, counted again, shown, taken back, and edited. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { makeProduct } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { fill, findButton, findDialog, findField, isEnabled, noDialog, press } from '../reading.ts'
import { makeFilled, openList, save, storedItem } from './pick-list.ts'

const NOTE = 'The sub product uses a different unit type please adjust the quantities.'

it('A079 A204 A241 A243 A287 a substitute of another unit is found, and asks for quantities before the swap', async (larder) => {
  const pears = await makeProduct(larder.pool, { name: 'Pears of Paumotu' })
  const plums = await makeProduct(larder.pool, {
    name: 'Plums',
    unit_type: 'Unit',
    acceptable_substitutions: [pears.upc],
  })
  const crate = await makeProduct(larder.pool, { name: 'Quinces, crate', unit_type: 'Case' })
  const { order, items } = await makeFilled(larder.pool, { Plums: { product: plums.upc } })
  const foreman = await larder.sit('foreman')
  await openList(foreman, [order.id])
  await press('Substitute Plums')
  const choices = await findDialog('Acceptable substitutions')
  await findButton(/^Pears of Paumotu/, choices)
  await fill('Custom substitute', 'Quinces, crate', choices)
  await findButton(/^Quinces, crate/, choices)
  await larder.pool.query(`update products set name = 'Quinces, new crate' where upc = $1`, [crate.upc])
  await press(/^Quinces, crate/, choices)
  const amounts = await findDialog('Substitution quantities')
  await within(amounts).findByText('Quinces, new crate')
  const asked = foreman.network.calls.filter(at('GET', `products/${crate.upc}`))
  expect(asked.map(({ query }) => `${query}`)).toEqual([
    'substitution_detail=true&include_inactive=true&include_nonprimary=true',
  ])
  within(amounts).getByText(
    'The acceptable substitution cannot be sold in the same unit type of the previous item, please select the new quantities:',
  )
  within(amounts).getByText(NOTE)
  const confirm = await findButton('Confirm', amounts)
  expect(isEnabled(confirm)).toBe(false)
  expect((await findField('Units Ordered', amounts)).disabled).toBe(true)
  await fill('Cases Ordered', '2', amounts)
  expect(isEnabled(confirm)).toBe(true)
  await fill('Cases Ordered', '0', amounts)
  expect(isEnabled(confirm)).toBe(false)
  await fill('Cases Ordered', '2', amounts)
  await press('Confirm', amounts)
  await noDialog()
  await save()
  expect(await storedItem(larder.pool, items['Plums']!.id)).toMatchObject({
    product: crate.upc,
    original_product: plums.upc,
    cases_ordered: 2,
  })
})

it('substitutes that are not sold any more are not offered, and those out of stock say so', async (larder) => {
  const gone = await makeProduct(larder.pool, { name: 'Sloes', active: false })
  const out = await makeProduct(larder.pool, { name: 'Medlars', out_of_stock: true })
  const pears = await makeProduct(larder.pool, { name: 'Pears of Paumotu' })
  const plums = await makeProduct(larder.pool, {
    name: 'Plums',
    acceptable_substitutions: [gone.upc, out.upc, pears.upc],
  })
  const { order } = await makeFilled(larder.pool, { Plums: { product: plums.upc } })
  const office = await larder.sit('office')
  await openList(office, [order.id])
  await press('Substitute Plums')
  const choices = await findDialog('Acceptable substitutions')
  const offered = await within(choices).findByRole('list', { name: 'Acceptable substitutions' })
  await findButton(/^Pears of Paumotu/, offered)
  const texts = within(offered)
    .getAllByRole('button')
    .map(({ textContent }) => [textContent.split('IC')[0], textContent.includes('Out of stock')])
  expect(texts).toEqual([
    ['Medlars', true],
    ['Pears of Paumotu', false],
  ])
  // The editor leaves no substitute out, because saving would then remove it.
  await press('Edit substitutions', choices)
  await findButton('Remove Sloes', await findDialog('Edit substitutions'))
})

it('A081 A082 a replaced item shows both products, units and quantities, and the swap is taken back', async (larder) => {
  const plums = await makeProduct(larder.pool, { name: 'Plums', unit_type: 'Unit' })
  const crate = await makeProduct(larder.pool, { name: 'Quinces, crate', unit_type: 'Case' })
  const { order, items } = await makeFilled(larder.pool, {
    Quinces: {
      product: crate.upc,
      original_product: plums.upc,
      units_ordered: 0,
      units_originally_ordered: 5,
      cases_ordered: 3,
      cases_originally_ordered: 0,
    },
  })
  const foreman = await larder.sit('foreman')
  await openList(foreman, [order.id])
  await press('Substitution Information, Quinces, crate')
  const told = await findDialog('Substitution Information')
  const sides = within(told)
    .getAllByRole('heading', { level: 3 })
    .map(({ parentElement }) => parentElement!.textContent)
  expect(sides).toEqual(['Original productPlumsUnit · 5 units', 'Replaced byQuinces, crateCase · 3 cases'])
  within(told).getByText(NOTE)
  await press('Revert to original', told)
  await noDialog()
  await save()
  expect(await storedItem(larder.pool, items['Quinces']!.id)).toMatchObject({
    product: plums.upc,
    original_product: null,
  })
})

it('A244 a custom substitute is searched from three letters on, once for the typed text', async (larder) => {
  const { order } = await makeFilled(larder.pool, { Plums: {} })
  await makeProduct(larder.pool, { name: 'Damsons' })
  const foreman = await larder.sit('foreman')
  await openList(foreman, [order.id])
  await press('Substitute Plums')
  const choices = await findDialog('Acceptable substitutions')
  const custom = await findField('Custom substitute', choices)
  const searches = () =>
    foreman.network.calls.map(({ query }) => query.get('search')).filter((text) => text !== null)
  await userEvent.type(custom, 'Da')
  await within(choices).findByText('Type at least 3 characters.')
  await userEvent.type(custom, 'msons')
  await findButton(/^Damsons/, choices)
  expect(searches()).toEqual(['Damsons'])
})

it('A290 A333 the substitutes of a product are edited here, and a refusal shows the server’s words', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Plums: {} })
  const { upc } = await makeProduct(larder.pool, { name: 'Sloes' })
  const foreman = await larder.sit('foreman')
  await openList(foreman, [order.id])
  await press('Substitute Plums')
  await press('Edit substitutions')
  const editor = await findDialog('Edit substitutions')
  await fill('Add a substitute', 'Sloes', editor)
  const found = await within(editor).findByRole('list', { name: 'Products' })
  await press(/^Sloes/, found)
  const isEdit = at('PATCH', /^productedit\//)
  for (const [part, words] of [
    ['message', 'That cannot stand for it.'],
    ['detail', 'Not while it is counted.'],
  ] as const) {
    const mend = foreman.network.answer(isEdit, { [part]: words }, 400)
    await press('Save', editor)
    await waitFor(() => expect(within(editor).getByRole('alert').textContent).toBe(words))
    mend()
  }
  await press('Save', editor)
  const choices = await findDialog('Acceptable substitutions')
  await press(/^Sloes/, await within(choices).findByRole('list', { name: 'Acceptable substitutions' }))
  const sent = foreman.network.calls.filter(isEdit)
  expect(sent.map(({ path, body }) => [path, body])).toEqual(
    sent.map(() => [
      `productedit/${items['Plums']!.product}`,
      expect.objectContaining({ acceptable_substitutions: [upc] }),
    ]),
  )
  expect(sent).toHaveLength(3)
  const { rows } = await larder.pool.query('select acceptable_substitutions from products where upc = $1', [
    items['Plums']!.product,
  ])
  expect(rows).toEqual([{ acceptable_substitutions: [upc] }])
  await screen.findByRole('button', { name: 'Substitution Information, Sloes' })
})
