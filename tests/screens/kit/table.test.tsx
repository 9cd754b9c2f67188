/** What a table does with many rows at once, with the widths of its columns, and with cells that are typed into. */
import { MantineProvider } from '@mantine/core'
import { act, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useMemo, useState } from 'react'
import { useRange } from '#src/ui/table/ChoiceBox.tsx'
import { RowTable } from '#src/ui/table/TableRows.tsx'
import { useChoice } from '#src/ui/table/use-choice.ts'
import type { Column } from '#src/ui/table/column.ts'
import type { TestServer } from '../../factories/app.ts'
import { makeLocation, makeOrder, makeOrders } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { findTable, isAt, press } from '../reading.ts'
import { downloads } from '../bulk/bulk.ts'
import type { Call } from '../network.ts'

/** Four orders of one place, the newest first as they are listed. */
async function makeFourOrders({ database: { pool } }: TestServer): Promise<number[]> {
  const { id, company_id } = await makeLocation(pool)
  const orders: number[] = []
  for (let n = 0; n < 4; n++) orders.push((await makeOrder(pool, { company_location_id: id, company_id })).id)
  return orders.toReversed()
}

const bar = () => screen.findByRole('region', { name: 'Chosen rows' })
const says = (words: string) =>
  waitFor(async () => expect(within(await bar()).getByRole('status').textContent).toBe(words))

it('orders are chosen by their boxes, a range with Shift, all with one press, and given to the pick list', async (larder) => {
  const orders = await makeFourOrders(larder.server)
  const foreman = await larder.sit('foreman')
  await foreman.open('/orders?day=all')
  const table = await findTable('Orders')
  await waitFor(() => expect(table.rows).toHaveLength(4))
  const all = within(table.element).getByRole('checkbox', { name: 'Choose all rows on show' })
  const boxes = within(table.element).getAllByRole<HTMLInputElement>('checkbox', { name: /^Choose \d+$/ })
  const shown = boxes.map((box) => Number(box.getAttribute('aria-label')!.slice('Choose '.length)))
  expect(new Set(shown)).toEqual(new Set(orders))
  expect(screen.queryByRole('region', { name: 'Chosen rows' })).toBeNull()

  const user = userEvent.setup()
  await user.click(boxes[0]!)
  await says('1 chosen')
  await user.keyboard('{Shift>}')
  await user.click(boxes[2]!)
  await user.keyboard('{/Shift}')
  await says('3 chosen')
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true, true, false])
  // The labels of the columns are what they were.
  expect(table.labels[0]).toBe('Order ID')

  await user.click(all)
  await says('4 chosen')
  await user.click(all)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Chosen rows' })).toBeNull())

  // By keyboard: Space chooses the row that has the focus.
  boxes[3]!.closest('tr')!.focus()
  await user.keyboard(' ')
  await says('1 chosen')
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'nothing')
  await says('1 chosen, 1 of them not in this list')
  await press('Pick List', await bar())
  await isAt('/orders/picklist/details?from=picklist')
  await screen.findByText(new RegExp(`\\b${shown[3]}\\b`))
})

it('a range begins at the row that was pressed last, also after the rows were read again', () => {
  const set: number[][] = []
  const choice = {
    chosen: [],
    isChosen: () => false,
    barred: () => null,
    set: (rows: readonly { id: number }[]) => void set.push(rows.map(({ id }) => id)),
    reset: () => undefined,
  }
  const read = () => ({ rows: [11, 12, 13, 14].map((id) => ({ id })) })
  const before = read()
  const { result, rerender } = renderHook(({ rows }) => useRange(choice, rows, ({ id }) => id), {
    initialProps: before,
  })
  result.current(before.rows[0]!, true, false)
  const after = read()
  rerender(after)
  result.current(after.rows[2]!, true, true)
  expect(set).toEqual([[11], [11, 12, 13]])
})

it('a chosen row that cannot be chosen any more leaves the choice', () => {
  const barred = ({ isPaid }: { isPaid: boolean }) => (isPaid ? 'It is paid.' : null)
  const rowsWith = (isPaid: boolean) => [
    { id: 11, isPaid: false },
    { id: 12, isPaid },
  ]
  const { result, rerender } = renderHook(({ rows }) => useChoice(rows, { barred }), {
    initialProps: { rows: rowsWith(false) },
  })
  const chosen = () => result.current.chosen.map(({ id }) => id)
  act(() => result.current.set(rowsWith(false), true))
  expect(chosen()).toEqual([11, 12])
  rerender({ rows: rowsWith(true) })
  expect(chosen()).toEqual([11])
  expect(result.current.isChosen(rowsWith(true)[1]!)).toBe(false)
})

it('a person who cannot pick lists of orders has no boxes', async (larder) => {
  const { id, company_id } = await makeLocation(larder.pool)
  const order = await makeOrder(larder.pool, { company_location_id: id, company_id })
  const buyer = await larder.sit('buyer', { company_id })
  await buyer.open('/orders?day=all')
  await screen.findByRole('link', { name: `Edit order ${order.id}` })
  expect(screen.queryByRole('checkbox', { name: /^Choose / })).toBeNull()
})

it('a column keeps the width that a person set, on this device', async (larder) => {
  await makeFourOrders(larder.server)
  const foreman = await larder.sit('foreman')
  await foreman.open('/orders?day=all')
  const head = async () => (await findTable('Orders')).header('Company')
  within(await head())
    .getByRole('button')
    .focus()
  // Where this runs everything is as wide as the window: one step further is the widest that a column can be.
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await waitFor(async () => expect((await head()).style.width).toBe('1200px'))
  await foreman.open('/orders?day=all')
  await waitFor(async () => expect((await head()).style.width).toBe('1200px'))
})

interface Line {
  upc: string
  price: string
  stock: string
}

/** Two columns that are typed into beside one that is not. */
function Grid({ first }: { first: readonly Line[] }) {
  const [rows, setRows] = useState(first)
  const columns = useMemo((): Column<Line>[] => {
    const typed = (id: 'price' | 'stock', label: string): Column<Line> => ({
      id,
      label,
      value: (line) => line[id],
      edit: {
        onType: ({ upc }, text) =>
          setRows((all) => all.map((line) => (line.upc === upc ? { ...line, [id]: text } : line))),
        problem: (line) => (/^[\d.]*$/.test(line[id]) ? undefined : 'A number.'),
        isChanged: (line) => line[id] !== first.find(({ upc }) => upc === line.upc)?.[id],
      },
    })
    return [
      { id: 'upc', label: 'UPC', value: ({ upc }) => upc },
      typed('price', 'Price'),
      typed('stock', 'Stock'),
    ]
  }, [first])
  return (
    <RowTable
      label="Import"
      columns={columns}
      rows={rows}
      rowKey={({ upc }) => upc}
      onRow={undefined}
      total={rows.length}
      offset={0}
      sort={null}
      onSort={undefined}
      loading={false}
      empty={null}
      onEnd={undefined}
    />
  )
}

it('an export has only the visible columns', async (larder) => {
  const { id, company_id } = await makeLocation(larder.pool, { name: 'The Shown Quay' })
  await makeOrder(larder.pool, { company_location_id: id, company_id })
  const office = await larder.sit('office')
  await office.open('/orders?q=shown+quay')
  const files = downloads()
  await press('Columns')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Company' }))
  await waitFor(async () => expect((await findTable('Orders')).labels).not.toContain('Company'))
  await press('Export csv')
  await waitFor(() => expect(files).toHaveLength(1))
  const [head] = (await files[0]!.text()).split('\n')
  expect(head).toContain('Order ID')
  expect(head).not.toContain('Company')
})

it('an export of a list with one loaded page fetches all rows first', async (larder) => {
  const buyer = await larder.sit('buyer', await makeOrders(larder.pool, 130))
  await buyer.open('/orders')
  await findTable('Orders')
  const files = downloads()
  const isAll = ({ path, query }: Call) => path === 'orders' && query.get('no_page') === '1'
  const release = buyer.network.hold(isAll)
  await press('Export csv')
  await screen.findByText('100 of 130 rows are here …')
  expect(files).toEqual([])
  release()
  await waitFor(() => expect(files).toHaveLength(1))
  expect((await files[0]!.text()).trim().split('\n')).toHaveLength(131)
})

it('a list of more rows than the server counts says that there are more, and goes on to its next page', async (larder) => {
  const buyer = await larder.sit('buyer', await makeOrders(larder.pool, 10_005))
  await buyer.open('/orders')
  await screen.findByText('1–100 of 10,000+')
  const { element } = await findTable('Orders')
  expect(element.getAttribute('aria-rowcount')).toBe('-1')
  await press('Next page')
  await screen.findByText('101–200 of 10,000+')
})

it('editable cells move down with Enter, take several pasted cells, mark changes and show mistakes', async () => {
  const lines = ['1', '2', '3'].map((upc) => ({ upc, price: '1.00', stock: '5' }))
  render(
    <MantineProvider>
      <Grid first={lines} />
    </MantineProvider>,
  )
  const cell = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label })
  const user = userEvent.setup()

  await user.click(cell('Price of 1'))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(cell('Price of 2'))
  await user.keyboard('2.50{Tab}')
  expect(document.activeElement).toBe(cell('Stock of 2'))
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  expect(document.activeElement).toBe(cell('Stock of 1'))

  await user.click(cell('Price of 2'))
  await user.paste('7.00\t70\nx\t80\n9.00\t90\n')
  expect(lines.map(({ upc }) => [cell(`Price of ${upc}`).value, cell(`Stock of ${upc}`).value])).toEqual([
    ['1.00', '5'],
    ['7.00', '70'],
    ['x', '80'],
  ])
  expect(cell('Price of 1').dataset['changed']).toBeUndefined()
  expect(cell('Price of 2').dataset['changed']).toBe('true')
  const wrong = cell('Price of 3')
  expect(wrong.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(wrong.getAttribute('aria-describedby')!)?.textContent).toBe('A number.')
})
