import type { OrderRow } from '#contract/orders/schema.ts'
import { errorText } from '#src/api/errors.ts'
import { invoiceOrder, type Invoiced } from '#src/api/invoice-order.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/use-go.ts'
import { useSave } from '#src/kit/use-save.tsx'
import { to } from '#src/paths.ts'
import { useState } from 'react'
import { deleteOrder, ORDERS_KEY, unlockOrder } from './queries.ts'

interface Options {
  order: OrderRow
  /** Something about the order changed on the server. */
  onChanged: () => void
  /** What could not be done, in words; null where it is tried again. */
  onProblem: (problem: string | null) => void
  toCart: (mayReplace: boolean) => Promise<void>
}

const invalidates = [ORDERS_KEY]

/** What is done with an order after a question, and its invoice, which asks only where other devices hold edits. */
export function useOrderSaves({ order, onChanged, onProblem, toCart }: Options) {
  const { engine, client } = useSignedIn()
  const go = useGo()
  const [isInvoicing, setInvoicing] = useState(false)
  const { id } = order
  /** What changed comes to the device at once; without it, with the next pull. */
  const pull = () => engine.pullNow().catch(() => undefined)

  const remove = useSave({
    invalidates,
    call: async (client) => void (await deleteOrder(client, id)),
    words: () => ({
      title: `Delete order ${id}?`,
      act: 'Delete Order',
      kind: 'danger',
      failed: `Order ${id} was not deleted`,
      body: `The order of ${order.company_location.name} and all its items are deleted for everybody.`,
    }),
    onDone() {
      go(to.orders())
      // Not before: here the order would be missing.
      void pull()
    },
  })
  const unlock = useSave({
    invalidates,
    async call(client) {
      await unlockOrder(client, id)
      await pull()
    },
    words: () => ({
      title: `Unlock order ${id}?`,
      act: 'Unlock',
      failed: `Order ${id} stays locked`,
      body: 'Its invoice is deleted and the order can be changed again.',
    }),
    onDone: onChanged,
  })
  const replaceCart = useSave({
    call: () => toCart(true),
    words: () => ({
      title: `Replicate order ${id}?`,
      act: 'Replace the cart',
      failed: 'The cart was not replaced',
      body: `The cart of ${order.customer} holds other products. They are taken out of it.`,
    }),
  })
  const withoutOthers = useSave<string>({
    call: () => invoice(true),
    words: (devices) => ({
      title: `Invoice order ${id} without them?`,
      act: 'Invoice without them',
      body: devices,
    }),
  })

  /** A207: edits that wait go first, so that the invoice is of what was picked here. `sure`: without other devices'. */
  async function invoice(sure: boolean): Promise<void> {
    setInvoicing(true)
    onProblem(null)
    const invoiced = await engine.saveNow().then(
      () => invoiceOrder(client, id, sure),
      (error: unknown): Invoiced => ({ kind: 'failed', message: errorText(error) }),
    )
    setInvoicing(false)
    if (invoiced.kind === 'unsent') return withoutOthers.ask(invoiced.devices)
    // A323.
    if (invoiced.kind === 'failed')
      return onProblem(`There was an error while generating the invoice\n${invoiced.message}`)
    await pull()
    go(to.invoice(id))
  }

  return {
    remove: remove.ask,
    unlock: unlock.ask,
    replaceCart: replaceCart.ask,
    invoice: () => void invoice(false),
    isInvoicing,
    dialogs: (
      <>
        {remove.dialog}
        {unlock.dialog}
        {replaceCart.dialog}
        {withoutOthers.dialog}
      </>
    ),
  }
}
