import type { OrderRow } from '#contract/orders/schema.ts'
import { errorText } from '#src/api/errors.ts'
import { invoiceOrder, type Invoiced } from '#src/api/invoice-order.ts'
import { ActionButton } from '#src/ui/ActionButton.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import type { ButtonProps } from '@mantine/core'
import {
  IconArrowLeft,
  IconBarcode,
  IconClipboardList,
  IconCopy,
  IconFileInvoice,
  IconReceiptDollar,
  IconLock,
  IconPrinter,
  IconTrash,
} from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { OrderLine } from './lines.ts'
import { orderCan, type Verdict } from './order-can.ts'
import type { OrderScreenProps } from './OrderScreen.tsx'
import classes from './OrderScreens.module.css'
import { deleteOrder, unlockOrder } from './queries.ts'

const ConfirmDialog = lazy(() => import('#src/ui/ConfirmDialog.tsx'))

interface OrderActionsProps extends Omit<OrderScreenProps, 'id' | 'person'> {
  order: OrderRow
  person: NonNullable<OrderScreenProps['person']>
  /** null while they are on their way. */
  lines: readonly OrderLine[] | null
  /** Something about the order changed on the server. */
  onChanged: () => void
}

/** What can be done with an order. Hidden where the specification hides, else disabled with its reason. */
export function OrderActions({
  order,
  engine,
  client,
  person,
  serverReachable,
  go,
  Fees,
  lines,
  replicate,
  onChanged,
}: OrderActionsProps) {
  const [asking, setAsking] = useState<'delete' | 'unlock' | 'fees' | 'replace' | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ReactNode>(null)
  /** Which devices still hold edits of this order, in the server's words. */
  const [unsent, setUnsent] = useState<string | null>(null)
  const now = { order, person, serverReachable }
  const { id } = order

  /** A207: edits that wait go first, so that the invoice is of what was picked here. `sure`: without other devices'. */
  async function invoice(sure: boolean) {
    setBusy(true)
    setProblem(null)
    const invoiced = await engine.saveNow().then(
      () => invoiceOrder(client, id, sure),
      (error: unknown): Invoiced => ({ kind: 'failed', message: errorText(error) }),
    )
    setBusy(false)
    if (invoiced.kind === 'unsent') return setUnsent(invoiced.devices)
    // A323.
    if (invoiced.kind === 'failed')
      return setProblem(`There was an error while generating the invoice\n${invoiced.message}`)
    await engine.pullNow().catch(() => undefined)
    go(`/order/${id}/invoice`)
  }

  /** A128: the cart opens with the order's products, after a question where it holds others. */
  async function toCart(mayReplace: boolean) {
    if (!lines) return
    const inTheWay = await replicate({ order, lines, person }, mayReplace)
    if (inTheWay > 0) setAsking('replace')
    else go('/cart')
  }

  /** The dialog shows what went wrong, and stays. */
  const saying = async (act: () => Promise<unknown>) => {
    try {
      await act()
    } catch (error) {
      throw new Error(errorText(error), { cause: error })
    }
    await engine.pullNow().catch(() => undefined)
  }

  return (
    <div>
      <div className={classes.buttons}>
        <ActionButton
          variant="default"
          leftSection={<IconArrowLeft size={18} aria-hidden />}
          onClick={() => go('/orders')}
        >
          Back
        </ActionButton>
        <Act
          can={orderCan.scan(now)}
          icon={<IconBarcode size={18} aria-hidden />}
          onClick={() =>
            go('/scan?from=order', {
              state: { orders: [id], bulk: false, start: order.delivery_date, end: order.delivery_date },
            })
          }
        >
          Scan
        </Act>
        <Act
          can={orderCan.pickList(now)}
          variant="default"
          icon={<IconClipboardList size={18} aria-hidden />}
          onClick={() => go('/orders/picklist/details?from=order', { state: { orders: [id], bulk: false } })}
        >
          PickList
        </Act>
        <Act
          can={orderCan.generateInvoice(now)}
          variant="default"
          loading={busy}
          icon={<IconFileInvoice size={18} aria-hidden />}
          onClick={() => void invoice(false)}
        >
          Generate Invoice
        </Act>
        <Act
          can={orderCan.viewInvoice(now)}
          variant="default"
          icon={<IconFileInvoice size={18} aria-hidden />}
          onClick={() => go(`/order/${id}/invoice`)}
        >
          View Invoice
        </Act>
        <Act
          can={orderCan.unlock(now)}
          variant="default"
          icon={<IconLock size={18} aria-hidden />}
          onClick={() => setAsking('unlock')}
        >
          Locked
        </Act>
        <Act
          can={orderCan.fees(now)}
          variant="default"
          icon={<IconReceiptDollar size={18} aria-hidden />}
          onClick={() => setAsking('fees')}
        >
          Fees
        </Act>
        <Act
          can={orderCan.replicate(now)}
          variant="default"
          icon={<IconCopy size={18} aria-hidden />}
          onClick={() => {
            setProblem(null)
            toCart(false).catch((error: unknown) => setProblem(errorText(error)))
          }}
        >
          Replicate Order
        </Act>
        <Act
          can={null}
          variant="default"
          icon={<IconPrinter size={18} aria-hidden />}
          onClick={() => go(`/order/${id}/print?from=order`)}
        >
          Print
        </Act>
        <Act
          can={orderCan.remove(now)}
          variant="default"
          icon={<IconTrash size={18} aria-hidden />}
          onClick={() => setAsking('delete')}
        >
          Delete Order
        </Act>
      </div>
      <ErrorNote>{problem}</ErrorNote>
      <Suspense>
        {asking === 'delete' && (
          <ConfirmDialog
            title={`Delete order ${id}?`}
            act="Delete Order"
            onClose={() => setAsking(null)}
            onConfirm={async () => {
              await saying(() => deleteOrder(client, id))
              go('/orders')
            }}
          >
            The order of {order.company_location.name} and all its items are deleted for everybody.
          </ConfirmDialog>
        )}
        {asking === 'fees' && (
          <Fees order={order} client={client} newId={engine.newId} onClose={() => setAsking(null)} />
        )}
        {asking === 'replace' && (
          <ConfirmDialog
            title={`Replicate order ${id}?`}
            act="Replace the cart"
            onClose={() => setAsking(null)}
            onConfirm={() => toCart(true)}
          >
            The cart of {order.customer} holds other products. They are taken out of it.
          </ConfirmDialog>
        )}
        {unsent !== null && (
          <ConfirmDialog
            title={`Invoice order ${id} without them?`}
            act="Invoice without them"
            onClose={() => setUnsent(null)}
            onConfirm={() => invoice(true)}
          >
            {unsent}
          </ConfirmDialog>
        )}
        {asking === 'unlock' && (
          <ConfirmDialog
            title={`Unlock order ${id}?`}
            act="Unlock"
            onClose={() => setAsking(null)}
            onConfirm={async () => {
              await saying(() => unlockOrder(client, id))
              onChanged()
            }}
          >
            Its invoice is deleted and the order can be changed again.
          </ConfirmDialog>
        )}
      </Suspense>
    </div>
  )
}

interface ActProps extends ButtonProps {
  can: Verdict
  icon: ReactNode
  onClick: () => void
  children: string
}

function Act({ can, icon, ...props }: ActProps) {
  return can === 'hidden' ? null : <ActionButton {...props} leftSection={icon} reason={can} />
}
