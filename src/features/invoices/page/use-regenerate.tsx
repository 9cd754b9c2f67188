import { isAnswerable, type BlockerCode } from '#contract/invoices/blockers.ts'
import type { ExceededLine } from '#contract/invoices/credits.ts'
import type { CreditAnswer } from '#contract/invoices/schema.ts'
import { blockersOf } from '#src/queries/invoice-order.ts'
import { useCall, useSave } from '#src/kit/form/use-save.tsx'
import { lazy, Suspense, useRef, useState } from 'react'
import { regenerate } from '../calls.ts'
import { useInvoiceChanged } from '../queries.ts'

const CreditsDialog = lazy(() => import('#src/kit/invoicing/CreditsDialog.tsx'))

/**
 * B133, B134: does nothing before the person confirms. The page is read again when it is done, and only then.
 * @param readAt when the invoice on show was read: while it is the same invoice, a second request is the same call,
 *   whose answer may have been lost
 */
export function useRegenerate(order: number, readAt: number) {
  const changed = useInvoiceChanged()
  // The blockers that the server has reported to the open dialog. A person who goes on there confirms them.
  const told = useRef<ReadonlySet<BlockerCode>>(new Set())
  const exceeded = useRef<readonly ExceededLine[] | null>(null)
  const [asked, setAsked] = useState<readonly ExceededLine[] | null>(null)
  const run = useCall({
    async call(client, { credits }: { readAt: number; credits: readonly CreditAnswer[] }, key) {
      try {
        await regenerate(client, order, { confirmed: told.current, credits }, key)
        await changed()
      } catch (error) {
        const against = blockersOf(error)
        // Without an answer no blocker was reported: the retry is the same call and gets the same answer.
        // The server asks one question after another: an earlier answer stays given.
        if (against) told.current = new Set([...told.current, ...against.map(({ code }) => code)])
        exceeded.current = against?.find(({ lines }) => lines)?.lines ?? null
        throw error
      }
    },
  })
  const { ask, dialog } = useSave({
    call: (_client, of: { readAt: number }) => run({ ...of, credits: [] }),
    retry: (error) => {
      const against = blockersOf(error)
      return against?.every(({ code }) => isAnswerable(code)) ? 'Regenerate all the same' : null
    },
    // The failure names the credits that exceed their lines. The next dialog asks what becomes of them.
    onBack: () => setAsked(exceeded.current),
    words: () => ({
      title: `Regenerate the invoice of order ${order}?`,
      saving: 'Generating …',
      saved: 'The invoice has been generated.',
      failed: 'There was an error while generating the invoice',
      body: 'It is made anew of what was picked. Prices that were set over it and fees that were changed are gone; its credits stay.',
    }),
  })
  const close = () => setAsked(null)
  return {
    ask() {
      // Each press asks again: earlier answers belong to an earlier moment.
      told.current = new Set()
      exceeded.current = null
      ask({ readAt })
    },
    dialog: (
      <>
        {dialog}
        {asked && (
          <Suspense>
            <CreditsDialog
              lines={asked}
              save={async (credits) => {
                await run({ readAt, credits })
                close()
              }}
              onBack={close}
            />
          </Suspense>
        )}
      </>
    ),
  }
}
