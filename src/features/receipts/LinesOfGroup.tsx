import type { DifferenceGroup, PricingWord, ReceiptLine } from '#contract/receipts/schema.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { Button } from '#src/ui/Button.tsx'
import { showDollars } from '#src/ui/format.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { Skeleton } from '@mantine/core'
import { useMemo, useState } from 'react'
import { isLineOf } from './line-draft.ts'
import LineDialog, { type LineDialogProps } from './LineDialog.tsx'
import { linesOfQuery, receiptsQuery } from './queries.ts'
import classes from './receipts.module.css'

interface LinesOfGroupProps {
  group: DifferenceGroup
  /** Those that are compared. */
  receipts: readonly number[]
  pricing: PricingWord
  onClose: () => void
}

/** What the receipts have of one difference, line by line, where it is corrected or added. */
export default function LinesOfGroup({ group, receipts, pricing, onClose }: LinesOfGroupProps) {
  const query = useMemo(() => linesOfQuery(receipts), [receipts])
  const reading = useServerQuery(query)
  const { value: known } = useServerQuery(receiptsQuery(pricing))
  const [edited, setEdited] = useState<Omit<LineDialogProps, 'onClose'> | null>(null)
  const [first] = group.differences
  const codes = group.differences.flatMap(({ product, receipt_upc }) =>
    [product.upc, receipt_upc ?? []].flat(),
  )
  const nameOf = (id: number) => known?.find((receipt) => receipt.id === id)?.description ?? `receipt ${id}`
  const receiptOf = (id: number) => ({ id, description: nameOf(id) })
  if (edited) return <LineDialog {...edited} onClose={() => setEdited(null)} />
  return (
    <Modal title={`Receipt lines of ${first?.product.name ?? 'this row'}`} onClose={onClose} size="wide">
      <WhenRead reading={reading} waiting={<Skeleton height={120} radius="md" />}>
        {(lines) => (
          <Lines
            lines={lines.filter((line) => isLineOf(line, codes))}
            nameOf={nameOf}
            onCorrect={(line) => setEdited({ receipt: receiptOf(line.receipt), line })}
          />
        )}
      </WhenRead>
      <div className={classes.tools}>
        {receipts.map((id) => (
          <Button
            key={id}
            onClick={() => setEdited({ receipt: receiptOf(id), line: null, product: first?.product ?? null })}
          >
            Add a line to {nameOf(id)}
          </Button>
        ))}
      </div>
    </Modal>
  )
}

interface LinesProps {
  lines: readonly ReceiptLine[]
  nameOf: (receipt: number) => string
  onCorrect: (line: ReceiptLine) => void
}

function Lines({ lines, nameOf, onCorrect }: LinesProps) {
  if (lines.length === 0) return <p>The receipts have no line of it.</p>
  return (
    <ul className={classes.receiptLines} aria-label="Receipt lines">
      {lines.map((line) => (
        <li key={line.id}>
          <span>
            {nameOf(line.receipt)}, line {line.line}: {line.quantity} {line.unit_type} ·{' '}
            {showDollars(line.total)}
          </span>
          <Button
            label={`Correct line ${line.line} of ${nameOf(line.receipt)}`}
            onClick={() => onCorrect(line)}
          >
            Correct
          </Button>
        </li>
      ))}
    </ul>
  )
}
