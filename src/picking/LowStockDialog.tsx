import { LOW_STOCK_NOTE, LOW_STOCK_TITLE } from '#contract/products/low-stock.ts'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import type { SaveDialogProps } from '#src/ui/SaveDialog.tsx'

/** A080, A230: asks whether a quantity is meant although stock is low. Enter leaves it as it is. */
export const LowStockDialog = ({
  children,
  ...acts
}: Pick<SaveDialogProps, 'children' | 'save' | 'onBack'>) => (
  <SaveDialog {...acts} size="floor" isLeaveFirst title={LOW_STOCK_TITLE} act="Change it">
    {children}
    {LOW_STOCK_NOTE}
  </SaveDialog>
)
