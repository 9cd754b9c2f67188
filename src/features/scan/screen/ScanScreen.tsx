import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Skeleton } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import classes from '#src/picking/floor.module.css'
import { useGo } from '#src/kit/links/use-go.ts'
import { Button } from '#src/ui/Button.tsx'
import { ScanFloor } from './ScanFloor.tsx'
import { usePickingContext } from '#src/picking/context.ts'

/** What the route hands over; the screen itself knows no router. */
interface ScanScreenProps {
  /** `?from=` of the address. */
  from: 'order' | 'picklist'
  /** The navigation state as it is (`location.state`): `{ orders, bulk, start, end, filter, sorting }`, or anything. */
  handedOver: unknown
}

/** Picking by scanner, for one order or for a pick list (A026, A027): the data decides which. */
export function ScanScreen({ from, handedOver }: ScanScreenProps) {
  const context = usePickingContext('scan', from, handedOver)
  if (context === 'looking') return <Skeleton height={320} radius="md" />
  if (context instanceof Error) return <ErrorNote>{context.message}</ErrorNote>
  if (context === null) return <NothingHandedOver from={from} />
  return <ScanFloor key={JSON.stringify(context)} context={context} />
}

/** A049: opened by its address alone, on a device that remembers no list. */
function NothingHandedOver({ from }: Pick<ScanScreenProps, 'from'>) {
  const go = useGo()
  const [address, label] =
    from === 'picklist' ? [to.pickList(), 'Go to the pick list generator'] : [to.orders(), 'Go to the orders']
  return (
    <div className={classes.floor}>
      <EmptyState
        icon={<IconBarcode size={48} />}
        title="There are no items to scan"
        action={
          <Button size="floor" kind="main" onClick={() => go(address)}>
            {label}
          </Button>
        }
      >
        {from === 'picklist'
          ? 'Choose the orders in the pick list generator and press Scan there.'
          : 'Open an order and press its scan button.'}
      </EmptyState>
    </div>
  )
}
