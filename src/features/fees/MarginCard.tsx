import { Button } from '#src/ui/Button.tsx'
import { Chip } from '#src/ui/Chip.tsx'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { KIND_NAMES } from './fee-rows.ts'
import type { edited, MarginRow } from './margin-rows.ts'
import { MarginFields, type MarginChoice } from './MarginFields.tsx'
import classes from './margins.module.css'

interface MarginCardProps {
  row: MarginRow
  /** The kind of fee and its target, before the marks. */
  head: ReactNode
  /** The price that the fee is added to; null where that is several products, or the price is not known here yet. */
  price: string | null
  /** Why the fee is charged to no customer; null where it is charged. */
  note?: string | null
  warehouses: readonly MarginChoice[]
  onChange: (part: Parameters<typeof edited>[1]) => void
  onRemove: () => void
}

/** C152: one margin or surcharge, to change or to remove. Its marks say what saving does. */
export function MarginCard({
  row,
  head,
  price,
  note = null,
  warehouses,
  onChange,
  onRemove,
}: MarginCardProps) {
  const name = row.description || KIND_NAMES[row.kind]
  return (
    <div className={classes.card} role="group" aria-label={name}>
      <p className={classes.head}>
        {head}
        {row.new && <Chip tone="info">New</Chip>}
        {row.modified && <Chip tone="info">Modified</Chip>}
        <span className={classes.remove}>
          <Button label={`Remove ${name}`} onClick={onRemove}>
            <IconTrash size={20} aria-hidden />
          </Button>
        </span>
      </p>
      {note !== null && <p className={classes.quiet}>{note}</p>}
      <div className={classes.fields}>
        <MarginFields values={row} price={price} warehouses={warehouses} onChange={onChange} />
      </div>
    </div>
  )
}
