import { FEE_KINDS, type FeeKind } from '#contract/fees/schema.ts'
import type { OrderRow } from '#contract/orders/schema.ts'
import { same } from '#src/kit/form/draft.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useLeaveGuard } from '#src/kit/form/use-leave-guard.tsx'
import { useOfficeForm, type OfficeFormState } from '#src/kit/form/use-office-form.ts'
import { useCall } from '#src/kit/form/use-save.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { Button } from '#src/ui/Button.tsx'
import { DecimalInput } from '#src/ui/inputs/DecimalInput.tsx'
import { LineInput } from '#src/ui/inputs/LineInput.tsx'
import { LeaveQuestion } from '#src/ui/LeaveQuestion.tsx'
import { CancelButton, Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { NativeSelect, Skeleton } from '@mantine/core'
import { IconTrash, IconTrashOff } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { amountRule } from './amounts.ts'
import { feeCalls, feeMark, feeOver, feeProblem, KIND_NAMES, newFee, type FeeRow } from './fee-rows.ts'
import classes from './fees.module.css'
import { FEES_CHANGED, orderFeesQuery } from './queries.ts'
import { laidOver, sendRows } from './row-calls.ts'

interface FeesDialogProps {
  order: Pick<OrderRow, 'id' | 'company_location'>
  onClose: () => void
}

const NO_EDITS: { edits: FeeRow[] } = { edits: [] }
const isNew = ({ fee }: FeeRow) => fee === null

/** A009, A305–A309: the margins and surcharges of an order's company location. */
export default function FeesDialog({ order, onClose }: FeesDialogProps) {
  const { engine } = useSignedIn()
  const { id, company_location: location } = order
  const reading = useServerQuery(orderFeesQuery(location.id))
  const stored = reading.value ?? []
  const form = useOfficeForm({
    name: `fees/${location.id}`,
    // Only the differing rows, so that rows saved by other users show beside them.
    stored: NO_EDITS,
    // The form belongs to a dialog, which no reload opens again.
    keeps: 'screen',
  })
  const question = useLeaveGuard(form.hasUnsaved, form.fate)
  const [isClosing, setClosing] = useState(false)
  const [busy, setBusy] = useState(false)
  const send = useSendFees(id, location.id)
  const rows = laidOver(stored, form.values.edits, isNew, feeOver)
  const { add, change, drop } = rowChanges(stored, form)
  const isWrong = rows.some((row) => feeProblem(row) !== null)

  /**
   * Cancel states its effect. A person who closes the dialog in another way may only want to look behind it, so this
   * asks.
   */
  const close = () => (form.hasUnsaved() ? setClosing(true) : onClose())

  /**
   * A334: the reason why a fee is not saved is only logged. Its row keeps its mark, so that no person takes it for
   * saved.
   */
  async function save() {
    setBusy(true)
    const failed = await send(rows)
    if (failed.size === 0) {
      form.saved()
      return onClose()
    }
    form.change({ edits: form.getValues().edits.filter(({ key }) => failed.has(key)) })
    setBusy(false)
  }

  return (
    <Modal title={`Fees of order ${id}`} onClose={close} isBusy={busy} size="wide">
      <p>{location.name}: these hold for all of its orders.</p>
      <WhenRead reading={reading} waiting={<Skeleton height={160} radius="md" />}>
        {() => (
          // A change made while the rows are saved would be lost when they are read again.
          <fieldset className={classes.kinds} disabled={busy}>
            {FEE_KINDS.map((kind) => (
              <FeesOfKind
                key={kind}
                kind={kind}
                rows={rows.filter((row) => row.kind === kind)}
                onAdd={() => add(newFee(kind, engine.newId()))}
                onChange={change}
                onDrop={drop}
              />
            ))}
          </fieldset>
        )}
      </WhenRead>
      <ModalButtons>
        <CancelButton onClick={onClose} />
        <Button
          kind="main"
          isBusy={busy}
          reason={
            reading.value === null ? 'The fees are on their way.' : isWrong && 'An amount is not right yet.'
          }
          onClick={() => void save()}
        >
          Save
        </Button>
      </ModalButtons>
      {question}
      {isClosing && <LeaveQuestion fate={form.fate} onStay={() => setClosing(false)} onLeave={onClose} />}
    </Modal>
  )
}

/** Sends the rows that differ from the stored ones. Resolves with the keys of those that were not saved. */
const useSendFees = (order: number, location: number) =>
  useCall({
    call: (client, rows: readonly FeeRow[]) =>
      sendRows(
        client,
        feeCalls(rows, location).map((call) => ({ ...call, query: { order } })),
        (row) => `The fee ${row} of order ${order}`,
      ),
    invalidates: FEES_CHANGED,
  })

/** The changes of the rows. Each changes the current rows; the form keeps the rows that differ from the stored ones. */
function rowChanges(stored: readonly FeeRow[], form: OfficeFormState<typeof NO_EDITS>) {
  const rowsNow = () => laidOver(stored, form.getValues().edits, isNew, feeOver)
  const setRows = (rows: FeeRow[]) => {
    const was = new Map(stored.map((row) => [row.key, row]))
    form.change({ edits: rows.filter((row) => !same(row, was.get(row.key))) })
  }
  const add = (row: FeeRow) => setRows([...rowsNow(), row])
  const change = (key: string, part: Partial<FeeRow>) =>
    setRows(rowsNow().map((row) => (row.key === key ? { ...row, ...part } : row)))
  /** Drops a row. A new row is removed, because it was never stored. */
  const drop = (row: FeeRow) =>
    row.fee
      ? change(row.key, { dropped: !row.dropped })
      : setRows(rowsNow().filter(({ key }) => key !== row.key))
  return { add, change, drop }
}

interface FeesOfKindProps extends Omit<FeeFieldsProps, 'row'> {
  kind: FeeKind
  rows: readonly FeeRow[]
  onAdd: () => void
}

function FeesOfKind({ kind, rows, onAdd, ...changes }: FeesOfKindProps) {
  const name = KIND_NAMES[kind]
  return (
    <section className={classes.kind} aria-label={`${name}s`}>
      <h3>{name}s</h3>
      {rows.length === 0 && <p className={classes.quiet}>None yet.</p>}
      {rows.map((row) => (
        <FeeFields key={row.key} row={row} {...changes} />
      ))}
      <div>
        <Button onClick={onAdd}>Add {name.toLowerCase()}</Button>
      </div>
    </section>
  )
}

const TYPES = [
  { value: 'f', label: '$ flat' },
  { value: '%', label: '%' },
]
const MARKS = { new: 'New', modified: 'Modified', deleted: 'Deleted' }

interface FeeFieldsProps {
  row: FeeRow
  onChange: (key: string, part: Partial<FeeRow>) => void
  onDrop: (row: FeeRow) => void
}

function FeeFields({ row, onChange, onDrop }: FeeFieldsProps) {
  const id = useId()
  const mark = feeMark(row)
  // An empty amount is not marked as wrong: Save says that an amount is missing.
  const problem = row.amount === '' ? null : feeProblem(row)
  const name = row.description || KIND_NAMES[row.kind]
  return (
    <div className={classes.fee} role="group" aria-label={name} data-mark={mark ?? undefined}>
      <NativeSelect
        label="Type"
        size="md"
        disabled={row.dropped}
        data={TYPES}
        value={row.type}
        onChange={(event) => onChange(row.key, { type: event.currentTarget.value as FeeRow['type'] })}
      />
      <DecimalInput
        label="Amount"
        rule={amountRule(row)}
        disabled={row.dropped}
        error={problem !== null}
        aria-describedby={problem ? id : undefined}
        value={row.amount}
        onChange={(amount) => onChange(row.key, { amount })}
      />
      <LineInput
        className={classes.description}
        label="Description"
        maxLength={500}
        disabled={row.dropped}
        value={row.description}
        onChange={(description) => onChange(row.key, { description })}
      />
      <Button label={row.dropped ? `Keep ${name}` : `Delete ${name}`} onClick={() => onDrop(row)}>
        {row.dropped ? <IconTrashOff size={20} aria-hidden /> : <IconTrash size={20} aria-hidden />}
      </Button>
      {(mark || problem) && (
        <p id={id} className={classes.quiet} role={problem ? 'alert' : undefined}>
          {problem ?? (mark && MARKS[mark])}
        </p>
      )}
    </div>
  )
}
