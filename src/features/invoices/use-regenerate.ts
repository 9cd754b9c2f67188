import { isAnswerable, type StandingCode } from '#contract/invoices/against.ts'
import { standingOf } from '#src/api/invoice-order.ts'
import { useSave } from '#src/kit/use-save.tsx'
import { useRef } from 'react'
import { regenerate } from './calls.ts'
import { useInvoiceChanged } from './queries.ts'

/**
 * B133, B134: nothing before it is confirmed; the page is read anew when it is done, and only then.
 * @param readAt when the invoice on show was read: while it is the same one, asking again is the same call, whose answer may
 *   have been lost
 */
export function useRegenerate(order: number, readAt: number) {
  const changed = useInvoiceChanged()
  // What the server has said stands against it, in the dialog that is open. Who goes on there is sure of it.
  const told = useRef<ReadonlySet<StandingCode>>(new Set())
  const { ask, dialog } = useSave({
    async call(client, _of: { readAt: number }, key) {
      try {
        await regenerate(client, order, told.current, key)
        await changed()
      } catch (error) {
        const against = standingOf(error)
        // Nothing was said where no answer came: the retry is the same call, and answered as such.
        if (against) told.current = new Set(against.map(({ code }) => code))
        throw error
      }
    },
    retry: (error) => {
      const against = standingOf(error)
      return against?.every(({ code }) => isAnswerable(code)) ? 'Regenerate all the same' : null
    },
    words: () => ({
      title: `Regenerate the invoice of order ${order}?`,
      saving: 'Generating …',
      saved: 'The invoice has been generated.',
      failed: 'There was an error while generating the invoice',
      body: 'It is made anew of what was picked. Prices that were set over it and fees that were changed are gone; its credits stay.',
    }),
  })
  return {
    ask() {
      // Each press asks: what was answered before was answered of another moment.
      told.current = new Set()
      ask({ readAt })
    },
    dialog,
  }
}
