import type { OrderRow } from '#contract/orders/schema.ts'
import type { User } from '#contract/people/schema.ts'
import { errorText } from '#src/api/errors.ts'
import { to } from '#src/paths.ts'
import { orderToScan } from '#src/picking/context.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { Button, type ButtonProps } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import type { Offer } from '#src/ui/offer.ts'
import {
  IconArrowLeft,
  IconBarcode,
  IconClipboardList,
  IconCopy,
  IconFileInvoice,
  IconLock,
  IconPrinter,
  IconReceiptDollar,
  IconTrash,
  type Icon,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { OrderLine } from './lines.ts'
import { mainAct, offers } from './offers.ts'
import type { OrderScreenProps } from './order-screen-props.ts'
import classes from './OrderScreens.module.css'
import { useOrderSaves } from './use-order-saves.tsx'

interface OrderActsProps extends Pick<OrderScreenProps, 'Fees' | 'replicate'> {
  order: OrderRow
  person: User
  /** null while they are on their way. */
  lines: readonly OrderLine[] | null
  isPhone: boolean
  /** Something about the order changed on the server. */
  onChanged: () => void
}

/**
 * The acts on an order: the main one first, picking over the whole width on a phone, deletion apart. Hidden
 * where the specification hides, else disabled with its reason.
 */
export function OrderActs({ order, person, lines, isPhone, Fees, replicate, onChanged }: OrderActsProps) {
  const go = useGo()
  const [hasFees, setFees] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { id } = order
  const saves = useOrderSaves({ order, onChanged, toCart })
  const now = { order, person, serverReachable: useServerReachable() }
  const main = mainAct(now, isPhone)

  /** A128: the cart opens with the order's products, after a question where it holds others. */
  async function toCart(mayReplace: boolean) {
    if (!lines) return
    const inTheWay = await replicate({ order, lines, person }, mayReplace)
    if (inTheWay > 0) saves.replaceCart()
    else go(to.cart())
  }

  const scan = <ScanAct order={order} can={offers.scan(now)} isMain={main === 'scan'} />

  return (
    <div>
      <div className={classes.acts} data-main={main ?? undefined}>
        {main === 'scan' && scan}
        <Act
          can={offers.generateInvoice(now)}
          isMain={main === 'generateInvoice'}
          Icon={IconFileInvoice}
          isBusy={saves.isInvoicing}
          onClick={saves.invoice}
        >
          Generate Invoice
        </Act>
        <Act
          can={offers.viewInvoice(now)}
          isMain={main === 'viewInvoice'}
          Icon={IconFileInvoice}
          onClick={() => go(to.invoice(id))}
        >
          View Invoice
        </Act>
        <Act
          can={offers.pickList(now)}
          Icon={IconClipboardList}
          onClick={() => go(to.pickListDetails('order'), { state: { orders: [id], bulk: false } })}
        >
          PickList
        </Act>
        {main !== 'scan' && scan}
        <Act can={offers.unlock(now)} Icon={IconLock} onClick={saves.unlock}>
          Locked
        </Act>
        <Act can={offers.fees(now)} Icon={IconReceiptDollar} onClick={() => setFees(true)}>
          Fees
        </Act>
        <Act
          can={offers.replicate(now)}
          Icon={IconCopy}
          onClick={() => {
            setProblem(null)
            toCart(false).catch((error: unknown) => setProblem(errorText(error)))
          }}
        >
          Replicate Order
        </Act>
        <Act can={null} Icon={IconPrinter} onClick={() => go(to.orderPrint(id, 'order'))}>
          Print
        </Act>
        <Act can={null} Icon={IconArrowLeft} onClick={() => go(to.orders())}>
          Back
        </Act>
        <span className={classes.apart}>
          <Act can={offers.remove(now)} kind="danger" Icon={IconTrash} onClick={saves.remove}>
            Delete Order
          </Act>
        </span>
      </div>
      <ErrorNote>{problem ?? saves.problem}</ErrorNote>
      {saves.dialogs}
      {hasFees && (
        <Suspense>
          <Fees order={order} onClose={() => setFees(false)} />
        </Suspense>
      )}
    </div>
  )
}

interface ActProps extends Omit<ButtonProps, 'icon'> {
  can: Offer
  isMain?: boolean
  Icon: Icon
}

function Act({ can, isMain = false, Icon, kind = isMain ? 'main' : 'plain', ...props }: ActProps) {
  if (can === 'hidden') return null
  return <Button {...props} kind={kind} icon={<Icon size={18} aria-hidden />} reason={can} />
}

function ScanAct({ order, can, isMain }: Pick<ActProps, 'can' | 'isMain'> & { order: OrderRow }) {
  const go = useGo()
  return (
    <Act
      can={can}
      isMain={isMain}
      Icon={IconBarcode}
      onClick={() => go(to.scan('order'), { state: orderToScan(order) })}
    >
      Scan
    </Act>
  )
}
