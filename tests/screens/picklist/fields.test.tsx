/** What a field of a pick list row does with what cannot be stored, and with what is not stored yet. */
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { DraftInput } from '#features/picklist/table/DraftInput.tsx'
import { expect, it } from '../larder.tsx'
import { fill } from '../reading.ts'
import { field, makeFilled, manyItems, openList, rowOf, save, storedItem } from './pick-list.ts'

it('a coupon that cannot be read shows an error and is never stored, and the one before it stays', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, {
    Apples: { units_ordered: 10, coupon_amount: '5.00' },
  })
  const stored = async () => {
    const { rows } = await larder.pool.query<{ coupon: string }>(
      'select coupon_amount::text as coupon from order_items where id = $1',
      [items['Apples']!.id],
    )
    return rows[0]!.coupon
  }
  const office = await larder.sit('office')
  await openList(office, [order.id])
  const label = 'Coupon amount, Apples'
  const coupon = await field(label)
  const row = await rowOf('Apples')
  for (const typed of ['1,234.50', '10%', '5 off']) {
    await fill(label, typed)
    await within(row).findByText('Digits only, such as 12.50.')
    fireEvent.blur(coupon)
    expect([coupon.value, coupon.getAttribute('aria-invalid')], typed).toEqual([typed, 'true'])
  }
  await userEvent.type(coupon, '{Escape}')
  await waitFor(() => expect(coupon.value).toBe('5.00'))
  expect(screen.queryByText('Digits only, such as 12.50.')).toBeNull()
  await fill(label, '.75')
  fireEvent.blur(coupon)
  await waitFor(() => expect(coupon.value).toBe('0.75'))
  await save()
  expect(Number(await stored())).toBe(0.75)
})

it('a typed quantity is stored when its field is left, also where its row was scrolled out of sight', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, manyItems())
  const office = await larder.sit('office')
  await openList(office, [order.id])
  const box = await screen.findByRole('region', { name: 'Pick list rows' })
  const [units] = await within(box).findAllByLabelText<HTMLInputElement>(/^Units Picked, /)
  const next = units!.closest('tr')!.nextElementSibling!
  await userEvent.click(units!)
  fireEvent.change(units!, { target: { value: '7' } })
  box.scrollTop = 1_700
  fireEvent.scroll(box)
  await waitFor(() => expect(next.isConnected).toBe(false))
  expect([document.activeElement === units, units!.value]).toEqual([true, '7'])
  // The rows in sight stay in their places: the room between the first row and them is kept.
  expect(box.querySelectorAll('tbody > tr[aria-hidden]')).toHaveLength(1)
  fireEvent.blur(units!)
  await save()
  const [, name] = units!.getAttribute('aria-label')!.split(', ')
  expect(await storedItem(larder.pool, items[name!]!.id)).toMatchObject({ unit_quantity: 7 })
})

it('a number that is typed after two others is not refused for the person’s own ones before it', async () => {
  const sent: string[] = []
  const ofValue = (value: string) => (
    <DraftInput
      label="Units"
      field="units"
      kind="count"
      value={value}
      read={(typed) => typed}
      reason={null}
      onSet={(next) => {
        sent.push(next)
        return Promise.resolve(null)
      }}
    />
  )
  const { rerender } = render(ofValue('1'))
  const input = screen.getByLabelText<HTMLInputElement>('Units')
  const type = (text: string) => fireEvent.change(input, { target: { value: text } })
  const leave = () =>
    act(() => {
      fireEvent.blur(input)
      return Promise.resolve()
    })
  for (const text of ['2', '3']) {
    type(text)
    await leave()
  }
  rerender(ofValue('2'))
  expect(input.value).toBe('3')
  type('4')
  rerender(ofValue('3'))
  await leave()
  expect(sent).toEqual(['2', '3', '4'])
  expect(screen.queryByRole('alert')).toBeNull()

  // Another person's number shows, also where one's own never did.
  rerender(ofValue('9'))
  expect(input.value).toBe('9')
})
