import type { StandingCode } from '#contract/invoices/against.ts'
import { standingOf } from '#src/api/invoice-order.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useSave } from '#src/kit/use-save.tsx'
import { useRef } from 'react'
import { regenerate } from './calls.ts'
import { useInvoiceChanged } from './queries.ts'

/** B133, B134: nothing before it is confirmed; the page is read anew when it is done, and only then. */
export function useRegenerate(order: number) {
  const { engine } = useSignedIn()
  const changed = useInvoiceChanged()
  // What stands against it is told by the server once; who confirms again is sure.
  const told = useRef<ReadonlySet<StandingCode>>(new Set())
  const { ask, dialog } = useSave({
    // Each opening is another call: a retry in the dialog is the same one.
    async call(client, _opening: string, key) {
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
    words: () => ({
      title: `Regenerate the invoice of order ${order}?`,
      saving: 'Generating …',
      saved: 'The invoice has been generated.',
      failed: 'There was an error while generating the invoice',
      body: 'It is made anew of what was picked. Prices that were set over it and fees that were changed are gone; its credits stay.',
    }),
  })
  return { ask: () => ask(engine.newId()), dialog }
}
