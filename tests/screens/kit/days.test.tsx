/** A typed day counts when its field is left, and not while it is typed. */
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import DayInput from '#src/ui/inputs/DayInput.tsx'
import { DaysInputs } from '#src/ui/inputs/DaysInputs.tsx'

afterEach(cleanup)

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
/** Puts each text into the field in turn, as keys do. */
const keys = (label: string, ...texts: string[]) => {
  for (const value of texts) fireEvent.change(field(label), { target: { value } })
}

function showDayInput({ required = false }: { required?: boolean } = {}): (string | null)[] {
  const given: (string | null)[] = []
  function Form() {
    const [day, setDay] = useState<string | null>('2026-11-25')
    return (
      <DayInput
        label="Placed date"
        required={required}
        value={day}
        onChange={(next) => {
          given.push(next)
          setDay(next)
        }}
      />
    )
  }
  render(<Form />, { wrapper: MantineProvider })
  return given
}

it('the field reports a day once, when it is left, though each key made another day', () => {
  const given = showDayInput()
  keys('Placed date', '11/2/2026', '11/28/2026')
  expect(given).toEqual([])
  fireEvent.blur(field('Placed date'))
  expect(given).toEqual(['2026-11-28'])
  expect(field('Placed date').value).toBe('11/28/2026')
})

it('Enter reports the day, and leaving the field then reports nothing more', () => {
  const given = showDayInput()
  keys('Placed date', '12/1/2026')
  fireEvent.keyDown(field('Placed date'), { key: 'Enter' })
  fireEvent.blur(field('Placed date'))
  expect(given).toEqual(['2026-12-01'])
})

it('the field reports a day of the calendar at once', async () => {
  const given = showDayInput()
  await userEvent.click(field('Placed date'))
  await userEvent.click(await screen.findByRole('button', { name: /^27 November 2026/ }))
  expect(given).toEqual(['2026-11-27'])
})

it.each([
  ['11/2', true, '“11/2” is no day. It is 11/25/2026 as before.'],
  ['11/2', false, '“11/2” is no day. It is 11/25/2026 as before.'],
  ['', true, 'No day was typed. It is 11/25/2026 as before.'],
  ['', false, 'No day was typed. It is 11/25/2026 as before.'],
])('“%s” is no day (required: %s): the field goes back and says so', (text, required, words) => {
  const given = showDayInput({ required })
  keys('Placed date', '11/25/202', text)
  fireEvent.blur(field('Placed date'))
  expect([given, field('Placed date').value]).toEqual([[], '11/25/2026'])
  screen.getByText(words)
})

it('only its button empties an optional day', async () => {
  const given = showDayInput()
  await userEvent.click(screen.getByRole('button', { name: 'Empty placed date', hidden: true }))
  expect(given).toEqual([null])
  expect(field('Placed date').value).toBe('')
})

it('the first day does not move while the last one is typed', () => {
  const given: unknown[] = []
  function Form() {
    const [days, setDays] = useState({ start: '2026-11-20', end: '2026-11-25' })
    return (
      <DaysInputs
        days={days}
        onDays={(next) => {
          given.push(next)
          setDays(next)
        }}
      />
    )
  }
  render(<Form />, { wrapper: MantineProvider })
  keys('End date', '1/2/2026', '11/2/2026', '11/28/2026')
  expect([given, field('Start date').value]).toEqual([[], '11/20/2026'])
  fireEvent.blur(field('End date'))
  expect(given).toEqual([{ start: '2026-11-20', end: '2026-11-28' }])
})
