/** What a person finds on a screen and does with it, in the words of the tests. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'

type Name = string | RegExp
/** The place to search in. The default is the whole window. */
type Place = HTMLElement

const all = () => document.body

/** Whether a control can be used. A disabled one says why in its title. */
export const isEnabled = (control: HTMLElement) => !control.matches(':disabled, [aria-disabled=true]')

export const findButton = (name: Name, place: Place = all()) => within(place).findByRole('button', { name })
export const hasButton = (name: Name, place: Place = all()) =>
  within(place).queryByRole('button', { name }) !== null

/** Waits until a button is there and can be pressed, and presses it. */
export async function press(name: Name, place: Place = all()): Promise<void> {
  const button = await findButton(name, place)
  await waitFor(() => expect(isEnabled(button), `${String(name)} can be pressed`).toBe(true))
  await userEvent.click(button)
}

/** Presses an entry of a menu. The menu opens as a dialog of its name. */
export async function pressInMenu(menu: string, name: Name): Promise<void> {
  await press(menu)
  await press(name, await findDialog(menu))
}

export const findDialog = (name: Name) => screen.findByRole('dialog', { name })

/** Waits until no dialog is open. */
export const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

export const findField = (label: Name, place: Place = all()) =>
  within(place).findByLabelText<HTMLInputElement>(label)

/** Replaces the text of a field. */
export async function fill(label: Name, value: string, place: Place = all()): Promise<void> {
  fireEvent.change(await findField(label, place), { target: { value } })
}

/** Types a day and leaves the field, because only then the day counts. */
export async function typeDay(label: Name, day: string, place: Place = all()): Promise<void> {
  await fill(label, day, place)
  fireEvent.blur(await findField(label, place))
}

export async function choose(label: Name, option: string, place: Place = all()): Promise<void> {
  await userEvent.selectOptions(await findField(label, place), option)
}

/** Returns the text beside a label in a list of facts. */
export async function fact(label: string): Promise<string | null | undefined> {
  const term = await screen.findByText(label, { selector: 'dt' })
  return term.nextElementSibling?.textContent
}

/** Returns the address of the window: path and search. */
export const address = () => location.pathname + location.search

/** Waits until the window is at this address. */
export const isAt = (path: string) => waitFor(() => expect(address()).toBe(path))

/** Finds a table, and waits until its rows are there. */
export async function findTable(name: Name): Promise<Table> {
  const element = await screen.findByRole<HTMLTableElement>('table', { name })
  await waitFor(() => expect(element.getAttribute('aria-busy')).toBe('false'))
  return new Table(element)
}

export const cells = (row: HTMLElement) => [...row.querySelectorAll('td')]

export class Table {
  constructor(readonly element: HTMLTableElement) {}
  get labels(): (string | null)[] {
    return [...this.element.querySelectorAll('th')].map(({ textContent }) => textContent)
  }
  get rows(): HTMLTableRowElement[] {
    return [...this.element.querySelectorAll<HTMLTableRowElement>('tbody tr')]
  }
  /** Returns a column's texts, from the top. */
  column(label: string): (string | null | undefined)[] {
    const index = this.labels.indexOf(label)
    return this.rows.map((row) => cells(row)[index]?.textContent)
  }
  header(label: string): HTMLElement {
    return within(this.element).getByRole('columnheader', { name: label })
  }
}
