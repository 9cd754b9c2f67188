/** A file of inventory rows: what is typed while they are saved, and another file in their place. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { makeProduct } from '../../factories/business.ts'
import { heldFile } from '../held-file.ts'
import { expect, it, type Larder } from '../larder.tsx'
import { at } from '../network.ts'
import { fill, findButton, findDialog, findField, isEnabled, noDialog, press } from '../reading.ts'

const HEADERS =
  'Warehouse,Bin Location,UPC,Name,Unit Price,Case Price,Unit Type,Units per Case,Weight Type,Average Unit Weight,Average Case Weight,Stock Level'
const lineOf = (upc: string, name: string) => `Dry & Chill,Q-01-1,${upc},${name},4.50,,Unit,1,,,,12`
const giveFile = async (file: File) =>
  fireEvent.change(await findField('The file to import'), { target: { files: [file] } })
const give = (name: string, lines: readonly string[]) =>
  giveFile(new File([[HEADERS, ...lines].join('\n')], name))
/** Gives a file that is read when the returned function is called. */
async function giveHeld(name: string, lines: readonly string[]): Promise<() => void> {
  const { file, release } = heldFile(name, [HEADERS, ...lines])
  await giveFile(file)
  return release
}
/** Signs the office in at a file with new names for two products: Capers and Dill. */
async function openTwo({ server, sit }: Larder) {
  const { pool } = server.database
  const [first, second] = [await makeProduct(pool), await makeProduct(pool)]
  const office = await sit('office')
  await office.open('/inventory/bulk')
  await give('one.csv', [lineOf(first.upc, 'Capers'), lineOf(second.upc, 'Dill')])
  return { first, second, office }
}
/** Says yes to what the file changes. */
async function saveRows(): Promise<void> {
  await press('Save')
  await press('Confirm', await screen.findByRole('dialog'))
}
const rowOf = (upc: string) => within(screen.getByText(upc).closest('tr')!)

it('a row is saved with the values at its turn, and one that is edited meanwhile stays unsaved', async (larder) => {
  const { first, second, office } = await openTwo(larder)
  const saving = at('PATCH', `productedit/${first.upc}`)
  const release = office.network.hold(saving)
  await saveRows()
  await screen.findByText('Saving row 1 of 2 …')
  expect(isEnabled(await findButton('Import'))).toBe(false)
  await fill(`Name of ${first.upc}`, 'Caper berries')
  await fill(`Name of ${second.upc}`, 'Dill seed')
  release()
  await waitFor(() => rowOf(second.upc).getByText('Saved'))
  rowOf(first.upc).getByText('Modified')
  const names = async () =>
    (
      await larder.pool.query<{ name: string }>(
        'select name from products where upc = any($1) order by upc',
        [[first.upc, second.upc]],
      )
    ).rows.map(({ name }) => name)
  expect(await names()).toEqual(['Capers', 'Dill seed'])
  expect(isEnabled(await findButton('Import'))).toBe(true)
  await saveRows()
  await waitFor(() => rowOf(first.upc).getByText('Saved'))
  expect(await names()).toEqual(['Caper berries', 'Dill seed'])
})

it('Stop ends the saving after the row that is on its way, and another file can be chosen', async (larder) => {
  const { first, second, office } = await openTwo(larder)
  const release = office.network.hold(at('PATCH', `productedit/${first.upc}`))
  await saveRows()
  await press('Stop')
  release()
  await screen.findByText('2 rows · 1 saved')
  expect(office.network.calls.filter(at('PATCH', `productedit/${second.upc}`))).toEqual([])
  expect(isEnabled(await findButton('Import'))).toBe(true)
})

it('leaving ends the saving after the row that is on its way, as the question says', async (larder) => {
  const { pool } = larder
  const first = await makeProduct(pool, { name: 'Aniseed' })
  const second = await makeProduct(pool, { name: 'Azarole' })
  const office = await larder.sit('office')
  await office.open('/inventory')
  await userEvent.click(await screen.findByRole('link', { name: 'Import/Export' }))
  await give('one.csv', [lineOf(first.upc, 'Capers'), lineOf(second.upc, 'Dill')])
  const release = office.network.hold(at('PATCH', `productedit/${first.upc}`))
  await saveRows()
  await screen.findByText('Saving row 1 of 2 …')
  history.back()
  await screen.findByText('Row 1 of 2 is being saved. When you leave, the rows after it are not saved.')
  await press('Leave')
  await screen.findByRole('link', { name: 'Azarole' })
  const lists = office.network.calls.filter(at('GET', 'products')).length
  release()
  // The list is read again when the saving has ended.
  await waitFor(() =>
    expect(office.network.calls.filter(at('GET', 'products')).length).toBeGreaterThan(lists),
  )
  await screen.findByRole('link', { name: 'Capers' })
  expect(office.network.calls.filter(at('PATCH', `productedit/${second.upc}`))).toEqual([])
})

it('another file replaces edited rows only after a question', async (larder) => {
  const { upc } = await makeProduct(larder.pool)
  const office = await larder.sit('office')
  await office.open('/inventory/bulk')
  await give('one.csv', [lineOf(upc, 'Capers')])
  await fill(`Name of ${upc}`, 'Caper berries')
  await give('wrong.pdf', [])
  await screen.findByRole('alert')
  await give('two.csv', [lineOf(upc, 'Dill')])
  await findDialog('Open two.csv instead?')
  await press('Stay')
  await noDialog()
  expect((await findField(`Name of ${upc}`)).value).toBe('Caper berries')
  await give('two.csv', [lineOf(upc, 'Dill')])
  await findDialog('Open two.csv instead?')
  await press('Open it')
  await screen.findByRole('heading', { name: 'two.csv' })
  expect((await findField(`Name of ${upc}`)).value).toBe('Dill')
  // Nothing is typed into it.
  await give('three.csv', [lineOf(upc, 'Fennel')])
  await screen.findByRole('heading', { name: 'three.csv' })
})

it('a row that is edited while another file is read is replaced only after a question', async (larder) => {
  const { first } = await openTwo(larder)
  await findField(`Name of ${first.upc}`)
  const release = await giveHeld('two.csv', [lineOf(first.upc, 'Fennel')])
  await fill(`Name of ${first.upc}`, 'Caper berries')
  release()
  await findDialog('Open two.csv instead?')
  await press('Stay')
  await noDialog()
  expect((await findField(`Name of ${first.upc}`)).value).toBe('Caper berries')
})

it('a file that was read while rows are saved does not end the saving, and opens after a question', async (larder) => {
  const { first, second, office } = await openTwo(larder)
  await findField(`Name of ${first.upc}`)
  const release = await giveHeld('two.csv', [lineOf(first.upc, 'Fennel')])
  const save = office.network.hold(at('PATCH', `productedit/${first.upc}`))
  await saveRows()
  await screen.findByText('Saving row 1 of 2 …')
  release()
  await waitFor(async () => expect((await findButton('Import')).getAttribute('aria-busy')).not.toBe('true'))
  screen.getByText('Saving row 1 of 2 …')
  save()
  await findDialog('Open two.csv instead?')
  rowOf(second.upc).getByText('Saved')
  await press('Open it')
  await screen.findByRole('heading', { name: 'two.csv' })
})

it('the changes of a file show before anything is written; an empty cell changes nothing', async (larder) => {
  const { pool } = larder
  const first = await makeProduct(pool, { name: 'Capers', unit_price: '4.50', bin: 'Q-01-1' })
  const second = await makeProduct(pool, { name: 'Dill', unit_price: '3.00', bin: 'Q-01-2' })
  const office = await larder.sit('office')
  await office.open('/inventory/bulk')
  await give('one.csv', [
    `Dry & Chill,,${first.upc},Capers,"1,250",,,,,,,clear`,
    `Freezer,Q-01-2,${second.upc},,3,,,,,,,`,
    `Dry & Chill,Q-01-2,${second.upc},Dill seed,,,,,,,,`,
    'Dry & Chill,Q-01-3,404,Fennel,,,,,,,,',
  ])
  const commas = await screen.findByLabelText('Commas in Unit Price')
  fireEvent.change(commas, { target: { value: 'thousands' } })
  await press('Save')
  const dialog = await findDialog('Change 1 product?')
  within(dialog).getByText('Unit Price: 1 · Stock Level: 1 · 3 rows left out')
  const lines = within(dialog)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )
  expect(lines).toEqual([
    ['2', first.upc, 'Capers', 'Unit Price', '4.50', '1250.00', ''],
    ['2', first.upc, 'Capers', 'Stock Level', '100', 'nothing', ''],
    [
      '3',
      second.upc,
      'Dill',
      '',
      '',
      '',
      'Left out. The UPC is in row 4 too. Leave one of them in the file.',
    ],
    [
      '4',
      second.upc,
      'Dill',
      '',
      '',
      '',
      'Left out. The UPC is in row 3 too. Leave one of them in the file.',
    ],
    ['5', '404', 'Fennel', '', '', '', 'Left out. There is no product 404.'],
  ])
  await press('Cancel', dialog)
  expect(office.network.calls.filter(({ method }) => method === 'PATCH')).toEqual([])
  await saveRows()
  await screen.findByText('4 rows · 1 saved · 3 failed')
  const { rows } = await pool.query('select unit_price, bin, name from products where upc = $1', [first.upc])
  expect(rows).toEqual([{ unit_price: '1250.00', bin: 'Q-01-1', name: 'Capers' }])
})
