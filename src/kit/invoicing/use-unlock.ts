import { INVOICE_CHANGED } from '#src/queries/invoice-changed.ts'
import { useSignedIn } from '../signed-in.ts'
import { useAnswer } from '../form/use-answer.ts'
import { useSave } from '../form/use-save.tsx'

/**
 * A212: unlocks an invoiced order by its number, after a question; the order page and the pick list ask alike. `onDone`
 * runs when the device has what the unlock changed; without the server, that comes with the next pull.
 */
export function useUnlock(onDone: () => void) {
  const { engine } = useSignedIn()
  const exported = useAnswer('exported', 'Unlock anyway')
  return useSave<number>({
    invalidates: INVOICE_CHANGED,
    async call(client, id) {
      await client.api('POST', `orders/${id}/unlock`, {
        ...(exported.isGiven() && { body: { confirm_exported: true } }),
      })
      await engine.pullNow().catch(() => undefined)
    },
    retry: exported.retry,
    onBack: exported.forget,
    words: (id) => ({
      title: `Unlock order ${id}?`,
      act: 'Unlock',
      failed: `Order ${id} stays locked`,
      body: 'Its invoice is deleted and the order can be changed again.',
    }),
    onDone() {
      exported.forget()
      onDone()
    },
  })
}
