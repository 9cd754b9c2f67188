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
  /** What it is and for whom, before its marks. */
  head: ReactNode
  /** What it is laid on; null where it is laid on many products, or the price is not known here yet. */
  price: string | null
  /** Why it is charged to nobody; null where it is. */
  note?: string | null
  warehouses: readonly MarginChoice[]
  onChange: (part: Parameters<typeof edited>[1]) => void
  onRemove: () => void
}

/** C152: one margin or surcharge, to change or to remove; its marks say what saving will do. */
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
