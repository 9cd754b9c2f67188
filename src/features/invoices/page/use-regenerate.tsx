import { isAnswerable, type BlockerCode } from '#contract/invoices/blockers.ts'
import type { ExceededLine } from '#contract/invoices/credits.ts'
import type { CreditAnswer, WaitingCredit } from '#contract/invoices/schema.ts'
import { cents, money } from '#contract/money.ts'
import { blockersOf } from '#src/queries/invoice-order.ts'
import { waitingCreditsOf } from '#src/queries/credits.ts'
import { useCall, useSave } from '#src/kit/form/use-save.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { showMoney } from '#src/ui/format.ts'
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
  const reported = useRef<ReadonlySet<BlockerCode>>(new Set())
  const exceeded = useRef<readonly ExceededLine[] | null>(null)
  const [asked, setAsked] = useState<readonly ExceededLine[] | null>(null)
  const run = useCall({
    async call(client, { credits }: { readAt: number; credits: readonly CreditAnswer[] }, key) {
      try {
        await regenerate(client, order, { confirmed: reported.current, credits }, key)
        await changed()
      } catch (error) {
        const against = blockersOf(error)
        // Without an answer no blocker was reported: the retry is the same call and gets the same answer.
        // The server asks one question after another: an earlier answer stays given.
        if (against) reported.current = new Set([...reported.current, ...against.map(({ code }) => code)])
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
      body: <WhatItDoes order={order} />,
    }),
  })
  const close = () => setAsked(null)
  return {
    ask() {
      // Each press asks again: earlier answers belong to an earlier moment.
      reported.current = new Set()
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

/** Also names the credits that the invoice takes with it. */
function WhatItDoes({ order }: { order: number }) {
  const { value: credits, failure } = useServerQuery(waitingCreditsOf(order))
  return (
    <>
      <p>
        It is made again of what was picked. Prices that were set over it and fees that were changed are gone;
        its credits stay.
      </p>
      {failure !== null && <p>Whether it takes credits that wait could not be read.</p>}
      {credits !== null && credits.length > 0 && (
        <p>It also takes the credits that wait here: {credits.map(creditWords).join(', ')}.</p>
      )}
    </>
  )
}

const creditWords = ({ total, tax, of_order, reason }: WaitingCredit) =>
  `${showMoney(money(-cents(total) - cents(tax)))} of invoice ${of_order} (${reason})`
