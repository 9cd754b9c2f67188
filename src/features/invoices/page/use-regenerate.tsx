import { isAnswerable, type BlockerCode } from '#contract/invoices/blockers.ts'
import { creditWithTax, type ExceededLine } from '#contract/invoices/credits.ts'
import type { CreditAnswer, WaitingCredit } from '#contract/invoices/schema.ts'
import { errorText } from '#src/api/errors.ts'
import { blockersOf } from '#src/queries/invoice-order.ts'
import { waitingCreditsOf } from '#src/queries/credits.ts'
import { useCall, useMakeStale } from '#src/kit/form/use-save.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { showMoney } from '#src/ui/format.ts'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import type { SaveDialogProps } from '#src/ui/SaveDialog.tsx'
import { INVOICE_CHANGED } from '#src/queries/invoice-changed.ts'
import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { regenerate } from '../calls.ts'

const CreditsDialog = lazy(() => import('#src/kit/invoicing/CreditsDialog.tsx'))

/**
 * B133, B134: does nothing before the person confirms. The page is read again when it is done, and only then.
 * @param readAt when the invoice on show was read: while it is the same invoice, a second request is the same call,
 *   whose answer may have been lost
 */
export function useRegenerate(order: number, readAt: number) {
  const makeStale = useMakeStale()
  // The blockers that the server has reported to the open dialog. A person who goes on there confirms them.
  const reported = useRef<ReadonlySet<BlockerCode>>(new Set())
  const exceeded = useRef<readonly ExceededLine[] | null>(null)
  /** The invoice that the open dialog is about, by when it was read. */
  const [pressed, setPressed] = useState<{ readAt: number } | null>(null)
  const [asked, setAsked] = useState<readonly ExceededLine[] | null>(null)
  const run = useCall({
    async call(client, { credits }: { readAt: number; credits: readonly CreditAnswer[] }, key) {
      try {
        await regenerate(client, order, { confirmed: reported.current, credits }, key)
        await makeStale(INVOICE_CHANGED)
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
  const close = () => setAsked(null)
  return {
    ask() {
      // Each press asks again: earlier answers belong to an earlier moment.
      reported.current = new Set()
      exceeded.current = null
      setPressed({ readAt })
    },
    dialog: (
      <>
        {pressed && (
          <RegenerateDialog
            order={order}
            save={() => run({ ...pressed, credits: [] })}
            onBack={() => {
              setPressed(null)
              // The failure named the credits that exceed their lines. The next dialog asks what becomes of them.
              setAsked(exceeded.current)
            }}
            onSaved={() => setPressed(null)}
          />
        )}
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

interface RegenerateDialogProps extends Pick<SaveDialogProps, 'save' | 'onBack' | 'onSaved'> {
  order: number
}

/** Also names the credits that the invoice may take with it, before the person can confirm. */
function RegenerateDialog({ order, save, ...rest }: RegenerateDialogProps) {
  // What is regenerated makes the list stale: it is not requested again for the dialog that is about to close.
  const [isSaving, setSaving] = useState(false)
  const { value: credits, failure, busy } = useServerQuery(waitingCreditsOf(order), { enabled: !isSaving })
  const isMissing = credits === null && failure === null
  return (
    <SaveDialog
      title={`Regenerate the invoice of order ${order}?`}
      reason={isMissing && (busy ? 'The waiting credits are being read.' : NEEDS_SERVER)}
      save={async () => {
        setSaving(true)
        try {
          return await save()
        } finally {
          setSaving(false)
        }
      }}
      saving="Generating …"
      saved="The invoice has been generated."
      failed="There was an error while generating the invoice"
      explain={errorText}
      retry={(error) => {
        const against = blockersOf(error)
        return against?.every(({ code }) => isAnswerable(code)) ? 'Regenerate anyway' : null
      }}
      {...rest}
    >
      <p>
        It is made again of what was picked. Prices that were set over it and fees that were changed are gone;
        its credits stay.
      </p>
      {isMissing && <Skeleton height={48} radius="md" />}
      {failure !== null && <p>Whether it takes credits that wait could not be read.</p>}
      {credits !== null && credits.length > 0 && (
        <p>
          It also takes the credits that wait here, the oldest first, until it comes to 0.00:{' '}
          {credits.map(creditWords).join(', ')}.
        </p>
      )}
    </SaveDialog>
  )
}

const creditWords = (credit: WaitingCredit) =>
  `${showMoney(creditWithTax(credit))} of invoice ${credit.of_order} (${credit.reason})`
