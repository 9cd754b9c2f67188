import { fieldReason } from '#contract/picking/field-rules.ts'
import { type CountField, countOf } from '#contract/picking/lines.ts'
import { Button } from '#src/ui/Button.tsx'
import { plural } from '#src/ui/format.ts'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import classes from './cards.module.css'
import { COUNT_LABELS, CountCell } from './cells.tsx'
import type { RowProps } from './row-props.ts'

interface CountStepperProps extends RowProps {
  field: CountField
  ordered: CountField
  /** Whether to show the stepper where something is ordered or picked, or only where nothing is. */
  isOrdered: boolean
}

/**
 * The picked quantity beside the ordered one. A person steps it by thumb or types it. Not drawn where the product is not
 * sold in this unit.
 */
export function CountStepper({ field, ordered, isOrdered, ...props }: CountStepperProps) {
  const { row, bulk, does } = props
  const [count, of] = [countOf(row, field), countOf(row, ordered)]
  const isSold = row.product?.unit_type !== (field === 'unit_quantity' ? 'Case' : 'Unit')
  // A quantity with nothing ordered and nothing picked rarely changes, so it is behind More.
  if (count + of > 0 !== isOrdered || !isSold) return null
  const reason = fieldReason(field, row, bulk)
  const label = COUNT_LABELS[field]
  return (
    <div className={classes.stepper} role="group" aria-label={label}>
      <span className={classes.of}>
        {count} of {plural(of, field === 'unit_quantity' ? 'unit' : 'case')}
      </span>
      <Button
        size="floor"
        label={`${label}: one less`}
        reason={reason}
        onClick={() => does.step(row, field, -1)}
      >
        <IconMinus size={28} aria-hidden />
      </Button>
      <CountCell {...props} field={field} />
      <Button
        size="floor"
        label={`${label}: one more`}
        reason={reason}
        onClick={() => does.step(row, field, 1)}
      >
        <IconPlus size={28} aria-hidden />
      </Button>
    </div>
  )
}
