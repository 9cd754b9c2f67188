/** A product's form: added, changed, deleted, and what it says where it cannot be. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { onTestFinished, vi } from 'vitest'
import { makeItem, makeProduct, makeUser, makeWarehouse } from '../../factories/business.ts'
import { expect, it, type Larder, type Seat } from '../larder.tsx'
import { at } from '../network.ts'
import {
  choose,
  fill,
  findButton,
  findDialog,
  findField,
  isAt,
  isEnabled,
  noDialog,
  press,
} from '../reading.ts'
import { confirm, findForm, savesOf } from './products.ts'

const SAVED = 'The product has been added/updated successfully'
const FAILED = 'There was an error while saving/updating/deleting the product'
const WEIGHTS = ['Non weighted', 'Catch weight', 'Fixed random weight']

/** What is to be typed of a product that is sold by the unit and by the case. */
async function fillIn(form: HTMLElement, upc: string): Promise<void> {
  await fill('UPC', upc, form)
  await fill('Name', 'Capers in salt', form)
  await fill('Item code', `C${upc}`, form)
  await choose('Warehouse', 'Freezer', form)
  await fill('Unit price', '2', form)
  await userEvent.click(await findField('Case', form))
  await fill('Case price', '12', form)
  await fill('Units per case', '6', form)
}
/** At the empty form. */
async function openNew(office: Seat): Promise<HTMLElement> {
  await office.open('/product/add')
  return findForm()
}

it('C060 C062 C066 C179 a new product has two groups of fields, no fees yet, and shows which fields it needs', async (larder) => {
  await makeWarehouse(larder.pool, 4, 'Freezer')
  const office = await larder.sit('office')
  // An id that is no number means a new one.
  await office.open('/product/none')
  await screen.findByRole('heading', { level: 1, name: 'Add product' })
  const form = await findForm()
  for (const name of ['Key Attributes', 'More Attributes']) within(form).getByRole('group', { name })
  expect(screen.queryByRole('link', { name: 'Fees' })).toBeNull()
  expect(screen.getByText('Fees', { exact: true }).getAttribute('aria-disabled')).toBe('true')
  expect((await findField('Price as of', form)).value).toMatch(/^\d{2}\/\d{2}\/\d{4}$/)
  for (const label of ['Volume level', 'Volume price', 'Surcharge UPC 1', 'Surcharge UPC 2']) {
    const described = (await findField(label, form)).getAttribute('aria-describedby') ?? ''
    const words = described.split(' ').map((id) => document.getElementById(id)?.textContent)
    expect([label, words]).toEqual([label, ['Kept for other programs. It changes no price in Larder.']])
  }
  await press('Save', form)
  await waitFor(() => expect(within(form).getAllByText('This field is required.')).toHaveLength(4))
  await fill('Unit price', '-1', form)
  await press('Save', form)
  await within(form).findByText('An amount from 0, such as 12.50.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(savesOf(office)).toEqual([])
})

it('C146 C224 C225 a product has one of three weight types, and average prices follow from weights and prices', async (larder) => {
  await makeWarehouse(larder.pool, 4, 'Freezer')
  const form = await openNew(await larder.sit('office'))
  const pressed = () =>
    WEIGHTS.filter(
      (name) => within(form).getByRole('button', { name }).getAttribute('aria-pressed') === 'true',
    )
  await fillIn(form, '900000000001')
  await press('Catch weight', form)
  expect(pressed()).toEqual(['Catch weight'])
  await press('Non weighted', form)
  expect(pressed()).toEqual(['Non weighted'])
  await fill('Average unit weight', '3', form)
  await fill('Average case weight', '4', form)
  for (const [label, value] of [
    ['Price per unit', '2.00'],
    ['Average unit price', '6.00'],
    ['Average case price', '48.00'],
  ] as const) {
    const field = await findField(label, form)
    expect([field.value, field.readOnly || field.disabled]).toEqual([value, true])
  }
})

it('C061 C067 a product is added after a question, and its fees open next', async (larder) => {
  await makeWarehouse(larder.pool, 4, 'Freezer')
  const office = await larder.sit('office')
  const upc = '900000000002'
  const form = await openNew(office)
  await fillIn(form, upc)
  await within(form).findByText('A new item code: it is made with this product.')
  await press('Save', form)
  await findDialog(/.*/)
  expect(savesOf(office)).toEqual([])
  await confirm(/.*/, SAVED)
  await isAt(`/product/${upc}/fees`)
  expect(savesOf(office)).toMatchObject([
    { call: 'POST productedit', body: { unit_type: 'Unit / Case', weight_type: '', unit_price: '2' } },
  ])
  await userEvent.click(await screen.findByRole('link', { name: 'Product' }))
  await isAt(`/product/${upc}`)
  expect((await findField('Name', await findForm())).value).toBe('Capers in salt')
})

it('C064 C298 the fees that open next are those of the UPC in the server’s answer', async (larder) => {
  await makeWarehouse(larder.pool, 4, 'Freezer')
  const other = await makeProduct(larder.pool)
  const office = await larder.sit('office')
  const { username } = office.person
  const { body } = await larder.server.call(username, 'GET', `productedit/${other.upc}`)
  office.network.answer(at('POST', 'productedit'), body, 201)
  const form = await openNew(office)
  await fillIn(form, '900000000009')
  await press('Save', form)
  await confirm(/.*/, SAVED)
  await isAt(`/product/${other.upc}/fees`)
})

it('C063 C226 C228 C229 a form shows the product without its UPC, and Cancel does not change it', async (larder) => {
  const { pool } = larder
  await makeWarehouse(pool, 4, 'Freezer')
  const { upc, item_code } = await makeProduct(pool, { name: 'Capers', warehouse_id: 4 })
  const office = await larder.sit('office')
  await office.open(`/product/${upc}`)
  const form = await findForm()
  expect((await findField('Item code', form)).value).toBe(item_code)
  const warehouse = (await findField('Warehouse', form)) as unknown as HTMLSelectElement
  expect(warehouse.selectedOptions[0]!.textContent).toBe('Freezer')
  for (const label of ['Unit', 'Case']) expect((await findField(label, form)).checked).toBe(true)
  expect(within(form).queryByLabelText('UPC')).toBeNull()
  await fill('Name', 'Something else', form)
  await press('Cancel', form)
  await isAt('/inventory')
  await office.open(`/product/${upc}`)
  expect((await findField('Name', await findForm())).value).toBe('Capers')
  expect(savesOf(office)).toEqual([])
})

it('C065 C141 C348 C349 a refused save shows why in its dialog and at the field, and keeps the typed values', async (larder) => {
  const { upc, item_code } = await makeProduct(larder.pool)
  const office = await larder.sit('office')
  await office.open(`/product/${upc}`)
  const form = await findForm()
  await fill('Stock level', '33', form)
  const refusal = { message: 'bin: is full', bin: 'is full' }
  const mend = office.network.answer(at('PATCH', `productedit/${upc}`), refusal, 400)
  await press('Save', form)
  const dialog = await findDialog(/.*/)
  await press('Confirm', dialog)
  await screen.findByText(FAILED)
  await screen.findByText('bin: is full')
  await press('Continue')
  await noDialog()
  await within(form).findByText('is full')
  expect((await findField('Stock level', form)).value).toBe('33')
  mend()
  await press('Save', form)
  await confirm(/.*/, SAVED)
  await isAt('/inventory')
  const last = savesOf(office).at(-1)!
  expect(last).toMatchObject({
    call: `PATCH productedit/${upc}`,
    body: { stock_level: 33, warehouse_id: 3, item_code_id: item_code, acceptable_substitutions: [] },
  })
  expect(last.body).not.toHaveProperty('upc')
})

it('C006 C068 C180 C380 a product is deleted after a question', async (larder) => {
  const { upc } = await makeProduct(larder.pool)
  const office = await larder.sit('office')
  await office.open(`/product/${upc}`)
  await press('Delete', await findForm())
  await confirm(/.*/, 'The product has been deleted successfully')
  await isAt('/inventory')
  expect(savesOf(office)).toMatchObject([{ call: `DELETE products/${upc}` }])
})

it('a product whose deletion was not answered is deleted by the next try', async (larder) => {
  const { upc } = await makeProduct(larder.pool)
  const office = await larder.sit('office')
  await office.open(`/product/${upc}`)
  await press('Delete', await findForm())
  office.network.lose(at('DELETE', `products/${upc}`))
  await press('Confirm', await findDialog(/.*/))
  await screen.findByText(FAILED)
  await press('Continue')
  await press('Delete', await findForm())
  await confirm(/.*/, 'The product has been deleted successfully')
  const keys = office.network.calls.filter(at('DELETE', `products/${upc}`)).map((call) => call.idempotencyKey)
  expect(new Set(keys).size).toBe(1)
})

it('C296 C299 a product that is ordered stays, and the server says why', async (larder) => {
  const { pool } = larder
  const { product } = await makeItem(pool)
  const office = await larder.sit('office')
  await office.open(`/product/${product}`)
  await press('Delete', await findForm())
  await press('Confirm', await findDialog(/.*/))
  await screen.findByText(FAILED)
  await screen.findByText(/and cannot be deleted\. Make it inactive instead/)
})

it('C145 C148 C149 C405 the supplier’s value shows beside the value typed over it, and a press restores it', async (larder) => {
  const { pool } = larder
  const { upc } = await makeProduct(pool, {
    name: 'Our capers',
    api_managed: true,
    overridden: JSON.stringify({ name: 'Capers, nonpareil' }),
  })
  const office = await larder.sit('office')
  await office.open(`/product/${upc}`)
  const form = await findForm()
  const note = await within(form).findByText(/^Overridden here\. The supplier says:/)
  expect(note.textContent).toContain('The supplier says: Capers, nonpareil')
  expect(office.network.calls.map(({ path, query }) => `${path}?${query}`)).toContain(
    `productedit/${upc}?substitution_detail=true`,
  )
  await press('Use the supplier’s', form)
  expect((await findField('Name', form)).value).toBe('Capers, nonpareil')
  const supplier = within(form).getByRole('region', { name: 'From the supplier' })
  for (const label of ['Primary UPC', 'Sales ranking', 'Seasonal', 'On sale', 'Tag, main description'])
    within(supplier).getByText(label)
  expect(within(supplier).queryByRole('textbox')).toBeNull()
})

/** Another value of each text and number of the form. */
const TYPED = {
  Name: 'Capers in salt',
  Bin: 'C-07-2',
  Size: '500 g',
  'Unit price': '3.25',
  'Case price': '36.5',
  'Units per case': '12',
  'Average unit weight': '1.125',
  'Average case weight': '13.5',
  'Stock level': '77',
  'Picture (url)': 'https://pictures.example/capers.jpg',
  Description: 'From Pantelleria',
  'Items per case': '24',
  'On order': '40',
  'Volume level': '10',
  'Volume price': '3.1',
  Weight: '1.1',
  Volume: '0.2',
  Department: 'Dry',
  'Department id': '4',
  Group: 'Salted',
  'Group id': '9',
  'QuickBooks mapping': 'Capers',
  'QuickBooks site mapping': 'Freezer',
}
const FLAGS = ['Active', 'Out of stock', 'Tax default', 'Lot tracked', 'Display units per case on invoice']

it('C140 C142 C143 C144 C147 each field of the form is saved, and shown when the product is opened again', async (larder) => {
  const { pool } = larder
  await makeWarehouse(pool, 4, 'Freezer')
  const { upc } = await makeProduct(pool, { warehouse_id: 4, weight_type: 'r/w' })
  const office = await larder.sit('office')
  await office.open(`/product/${upc}`)
  const form = await findForm()
  const typed: Record<string, string> = {
    ...TYPED,
    'Surcharge UPC 1': (await makeProduct(pool)).upc,
    'Surcharge UPC 2': (await makeProduct(pool)).upc,
  }
  const flags = new Map<string, boolean>()
  for (const [label, value] of Object.entries(typed)) await fill(label, value, form)
  for (const label of FLAGS) {
    const box = await findField(label, form)
    await userEvent.click(box)
    flags.set(label, box.checked)
  }
  await press('Save', form)
  await confirm(/.*/, SAVED)

  await office.open('/inventory')
  await office.open(`/product/${upc}`)
  const again = await findForm()
  const read = await Promise.all(
    Object.keys(typed).map(async (label) => [label, (await findField(label, again)).value]),
  )
  // A number is shown with the places that it is stored with.
  const plain = (value: string) => (/^\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, '') : value)
  expect(Object.fromEntries(read.map(([label, value]) => [label, plain(value!)]))).toEqual(typed)
  for (const label of FLAGS)
    expect([label, (await findField(label, again)).checked]).toEqual([label, flags.get(label)])
})

/** A product whose price somebody types at this seat, and another user saves. */
async function typePrice({ server, pool, sit }: Larder) {
  const { upc } = await makeProduct(pool, { name: 'Medlar' })
  const office = await sit('office')
  await office.open(`/product/${upc}`)
  await fill('Unit price', '9.00', await findForm())
  const { username } = await makeUser(pool, 'office')
  const body = { unit_price: '8.50', bin: 'B-7' }
  expect((await server.call(username, 'PATCH', `productedit/${upc}`, { body })).status).toBe(200)
  const price = async () =>
    (await pool.query<{ unit_price: string }>('select unit_price::text from products where upc = $1', [upc]))
      .rows[0]!.unit_price
  return { office, upc, price }
}
/** Saves once, which is refused, and once more. */
async function saveTwice(price: () => Promise<string>): Promise<void> {
  const form = await findForm()
  await press('Save', form)
  await press('Confirm', await findDialog(/.*/))
  await screen.findByText(FAILED)
  await press('Continue')
  await noDialog()
  expect([await price(), (await findField('Unit price', form)).value]).toEqual(['8.50', '9.00'])
  await press('Save', form)
  await confirm(/.*/, SAVED)
  expect(await price()).toBe('9.00')
}

it('a typed price does not replace one that the screen has read meanwhile, without a word', async (larder) => {
  const { office, price } = await typePrice(larder)
  // The screen reads the product again once the server is back.
  office.goOffline()
  await waitFor(async () => expect(isEnabled(await findButton('Save', await findForm()))).toBe(false))
  office.goOnline()
  await screen.findByDisplayValue('B-7')
  await saveTwice(price)
})

it('a price that was typed on an earlier visit does not replace a newer one without a word', async (larder) => {
  const { office, upc, price } = await typePrice(larder)
  await office.open(`/product/${upc}`)
  await screen.findByText('What you typed before is here again. It is not saved.')
  expect((await findField('Bin', await findForm())).value).toBe('B-7')
  await saveTwice(price)
})

it('a product and an item code cannot be saved while a photograph is uploaded', async (larder) => {
  // The first step of an upload, which happy-dom lacks.
  let fail = () => {}
  const picture = () => new Promise((_, reject) => (fail = () => reject(new Error('No picture'))))
  vi.stubGlobal('createImageBitmap', picture)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { upc, item_code } = await makeProduct(larder.pool, { name: 'Capers' })
  const office = await larder.sit('office')
  for (const [path, name] of [
    [`/product/${upc}`, 'Product'],
    [`/itemcodes/${item_code}`, 'Item code'],
  ] as const) {
    await office.open(path)
    const form = await screen.findByRole('form', { name })
    const save = await findButton('Save', form)
    expect(isEnabled(save), name).toBe(true)
    const photograph = new File(['picture'], 'capers.jpg', { type: 'image/jpeg' })
    fireEvent.change(await findField('Photograph', form), { target: { files: [photograph] } })
    await waitFor(() => expect(isEnabled(save), name).toBe(false))
    expect(save.title).toBe('The photograph is being uploaded. Save when it shows.')
    fail()
    await within(form).findByText('This file is not a picture that the browser can read.')
    await waitFor(() => expect(isEnabled(save), name).toBe(true))
  }
})

it('a photograph that arrives after Cancel is not in the form when the product is opened again', async (larder) => {
  let arrive = () => {}
  const picture = { width: 1, height: 1, close: () => undefined }
  vi.stubGlobal('createImageBitmap', () => new Promise((resolve) => (arrive = () => resolve(picture))))
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({ fillRect: () => undefined, drawImage: () => undefined })
      convertToBlob = () => Promise.resolve(new Blob(['photograph']))
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  const { upc } = await makeProduct(larder.pool, { name: 'Azarole' })
  const office = await larder.sit('office')
  office.network.answer(at('POST', 'photos'), { url: `/photos/${'a'.repeat(32)}.jpg` }, 201)
  await office.open(`/product/${upc}`)
  const form = await findForm()
  const photograph = new File(['picture'], 'azarole.jpg', { type: 'image/jpeg' })
  fireEvent.change(await findField('Photograph', form), { target: { files: [photograph] } })
  const save = await findButton('Save', form)
  await waitFor(() => expect(isEnabled(save)).toBe(false))
  await press('Cancel', form)
  await isAt('/inventory')
  arrive()
  await waitFor(() => expect(office.network.calls.some(at('POST', 'photos'))).toBe(true))
  await userEvent.click(await screen.findByRole('link', { name: 'Azarole' }))
  expect((await findField('Picture (url)', await findForm())).value).toBe('')
})
