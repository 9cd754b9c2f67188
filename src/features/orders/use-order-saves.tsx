import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import type { OrderRow } from '#contract/orders/schema.ts'
import { can } from '#contract/permissions.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useInvoicing } from '#src/kit/invoicing/use-invoicing.tsx'
import { useAnswer } from '#src/kit/form/use-answer.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useSave } from '#src/kit/form/use-save.tsx'
import { to } from '#src/paths.ts'
import { INVOICE_CHANGED } from '#src/queries/invoice-changed.ts'
import { deleteOrder } from './queries.ts'
import { useUnlock } from '#src/kit/invoicing/use-unlock.ts'

interface Options {
  order: OrderRow
  /** Called when the order has changed on the server. */
  onChanged: () => void
  toCart: (mayReplace: boolean) => Promise<void>
}

/** The acts on an order that ask first. Its invoice asks only where something blocks it. */
export function useOrderSaves({ order, onChanged, toCart }: Options) {
  const { engine, person } = useSignedIn()
  const go = useGo()
  const { id } = order
  /** Pulls the change to the device at once. If this fails, the next pull does it. */
  const pull = () => engine.pullNow().catch(() => undefined)

  const exported = useAnswer('exported', 'Delete anyway')
  const remove = useSave({
    // Its credits are reversed, on other invoices too.
    invalidates: INVOICE_CHANGED,
    call: (client) => deleteOrder(client, id, exported.isGiven()),
    retry: exported.retry,
    onBack: exported.forget,
    words: () => ({
      title: `Delete order ${id}?`,
      act: 'Delete Order',
      kind: 'danger',
      failed: `Order ${id} was not deleted`,
      body: `The order of ${order.company_location.name} and all its items are deleted for everybody.`,
    }),
    onDone() {
      go(to.orders())
      // Not before: while the page is open it would miss its order.
      void pull()
    },
  })
  const unlock = useUnlock(onChanged)
  const replaceCart = useSave({
    call: () => toCart(true),
    words: () => ({
      title: `Replicate order ${id}?`,
      act: 'Replace the cart',
      failed: 'The cart was not replaced',
      // A person who orders only for themselves takes a colleague's order into their own cart.
      body: `${can(person, 'orders.place-for-others') ? `The cart of ${order.customer}` : 'Your cart'} holds other products. They are taken out of it.`,
    }),
  })
  const invoicing = useInvoicing(id, () => go(to.invoice(id)))

  return {
    remove: remove.ask,
    unlock: () => unlock.ask(id),
    replaceCart: replaceCart.ask,
    invoice: invoicing.start,
    isInvoicing: invoicing.isBusy,
    problem: invoicing.problem && `There was an error while generating the invoice\n${invoicing.problem}`,
    dialogs: (
      <>
        {remove.dialog}
        {unlock.dialog}
        {replaceCart.dialog}
        {invoicing.dialog}
        {invoicing.question && (
          <SaveDialog
            isLeaveFirst
            title={`Invoice order ${id}?`}
            act={invoicing.question.act}
            save={invoicing.goOn}
            onBack={invoicing.leave}
          >
            {invoicing.question.text}
          </SaveDialog>
        )}
      </>
    ),
  }
}
