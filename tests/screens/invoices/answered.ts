/** Helpers for the page of an invoice that the test answers in the server's place: what it shows, and what it sends. */
import { screen, waitFor, within } from '@testing-library/react'
import { ID, INVOICE } from '../../factories/invoice.ts'
import { expect, type Seat } from '../larder.tsx'
import { at } from '../network.ts'

/** Answers the page's invoice with these fields instead. Call the returned function to end it. */
export const answerInvoice = ({ network }: Seat, over: object = {}) =>
  network.answer(at('GET', `orders/${ID}/invoice`), { ...INVOICE, ...over })

const findPaper = () => screen.findByRole('region', { name: `Invoice of order ${ID}` })
export async function openInvoice({ open }: Seat, rest = ''): Promise<HTMLElement> {
  await open(`/order/${ID}/invoice${rest}`)
  return findPaper()
}

/** Returns every call about this order except those for its credits and mails, as `METHOD rest`, with its body. */
export const callsOf = ({ network }: Seat) =>
  network.calls
    .filter(({ path }) => path.startsWith(`orders/${ID}/`) && !/credits$|mails$/.test(path))
    .map(({ method, path, body }) => ({ call: `${method} ${path.split('/').slice(2).join('/')}`, body }))
/** Returns the calls that change something. */
export const writesOf = (seat: Seat) => callsOf(seat).filter(({ call }) => !call.startsWith('GET'))

/** Returns the texts of the cells of the first row that shows this name. */
export const cellsOf = (paper: HTMLElement, name: string) =>
  [...within(paper).getAllByText(name)[0]!.closest('tr')!.querySelectorAll('td')].map(
    ({ textContent }) => textContent,
  )
export const sums = (label: string, amount: string) =>
  waitFor(async () => {
    const term = within(await findPaper()).getByText(label, { selector: 'dt' })
    expect(term.nextElementSibling?.textContent).toBe(amount)
  })
