import { subitemTypeOf } from '#contract/orders/before-invoice.ts'
import { isLocked, type Line } from '#contract/picking/lines.ts'
import { isOutOfStock, stateOf } from '#contract/picking/state.ts'
import { itemsToSwap } from '#contract/picking/swap-and-link.ts'
import classes from '#src/picking/floor.module.css'
import { OutOfStockButton } from '#src/picking/OutOfStockButton.tsx'
import { Button } from '#src/ui/Button.tsx'
import {
  IconCheck,
  IconHistory,
  IconPlayerSkipForward,
  IconReplace,
  IconScale,
  IconScan,
} from '@tabler/icons-react'
import type { ScanSession } from '../session/index.ts'

export type ItemDialog = 'detail' | 'history' | 'out of stock' | 'substitute'

interface ItemPressesProps {
  session: ScanSession
  line: Line
  /** Why nothing of the line can be changed, or null. */
  reason: string | null
  ask: (dialog: ItemDialog) => void
}

/** The buttons, the most pressed first. */
export function ItemPresses({ session, line, reason, ask }: ItemPressesProps) {
  const state = stateOf(line)
  const isOut = isOutOfStock(line)
  return (
    <div className={classes.actions}>
      <Button
        size="floor"
        kind={state === true ? 'plain' : 'main'}
        isPressed={state === true}
        icon={<IconCheck size={28} aria-hidden />}
        reason={reason}
        onClick={() => void session.picked(line.id)}
      >
        Picked
      </Button>
      <Button
        size="floor"
        kind="exception"
        isPressed={state === false}
        icon={<IconScan size={24} aria-hidden />}
        reason={reason}
        onClick={() => void session.scanned(line.id)}
      >
        Scanned
      </Button>
      <Button
        size="floor"
        icon={<IconPlayerSkipForward size={24} aria-hidden />}
        reason={isLocked(line) && reason}
        onClick={() => void session.skip(line.id)}
      >
        Skip
      </Button>
      <Button
        size="floor"
        icon={<IconScale size={24} aria-hidden />}
        reason={reason ?? (subitemTypeOf(line) === '' && 'This item has neither weight nor lot.')}
        onClick={() => session.openWeight(line.id)}
      >
        Weight / Lot
      </Button>
      <OutOfStockButton
        isOut={isOut}
        reason={isLocked(line) && reason}
        onClick={() => (isOut ? void session.outOfStock(line.id) : ask('out of stock'))}
      />
      <Button
        size="floor"
        icon={<IconReplace size={24} aria-hidden />}
        reason={reason ?? (itemsToSwap(line).length === 0 && 'Nothing is left to substitute.')}
        onClick={() => ask('substitute')}
      >
        Substitute
      </Button>
      <Button size="floor" icon={<IconHistory size={24} aria-hidden />} onClick={() => ask('history')}>
        History
      </Button>
    </div>
  )
}
