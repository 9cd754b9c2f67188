import { FEE_KINDS, FEE_PATHS, Fee } from '#contract/fees/schema.ts'
import type { OrderRow } from '#contract/orders/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { useLeaveGuard } from '#src/kit/use-leave-guard.tsx'
import { useOfficeForm } from '#src/kit/use-office-form.ts'
import { BigButton, BigModal } from '#src/ui/BigModal.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { DecimalInput } from '#src/ui/inputs/DecimalInput.tsx'
import { Skeleton } from '@mantine/core'
import { IconTrash, IconTrashOff } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { z } from 'zod'
import { AMOUNTS } from './amounts.ts'
import { feeCalls, feeMark, feeProblem, KIND_NAMES, newFee, rowsOfFees, type FeeRow } from './fee-rows.ts'
import classes from './fees.module.css'

const LeaveQuestion = lazy(() => import('#src/ui/LeaveQuestion.tsx'))

interface FeesDialogProps {
  order: Pick<OrderRow, 'id' | 'company_location'>
  client: Client
  newId: () => string
  onClose: () => void
}

/** A009, A305–A309: the margins and surcharges of an order's company location. */
export default function FeesDialog({ order, client, newId, onClose }: FeesDialogProps) {
  const { id, company_location: location } = order
  /** null while they are on their way. */
  const [stored, setStored] = useState<FeeRow[] | null>(null)
  const form = useOfficeForm({
    name: `fees/${location.id}`,
    stored: { rows: stored ?? [] },
    // It belongs to a dialog, which no reload opens again.
    keeps: 'screen',
  })
  const rows = stored && form.values.rows
  const question = useLeaveGuard(form.hasUnsaved, form.fate)
  const [isClosing, setClosing] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const isWrong = rows?.some((row) => feeProblem(row) !== null) ?? false

  useEffect(() => {
    let left = false
    loadFees(client, location.id).then(
      (found) => !left && setStored(found),
      (error: unknown) => !left && setFailure(errorText(error)),
    )
    return () => {
      left = true
    }
  }, [client, location.id])

  const setRows = (next: (rows: FeeRow[]) => FeeRow[]) => form.change({ rows: next(form.getValues().rows) })
  const change = (key: string, part: Partial<FeeRow>) =>
    setRows((all) => all.map((row) => (row.key === key ? { ...row, ...part } : row)))
  /** A new row that is dropped was never anywhere. */
  const drop = (row: FeeRow) =>
    row.fee
      ? change(row.key, { dropped: !row.dropped })
      : setRows((all) => all.filter(({ key }) => key !== row.key))
  /** Cancel says what it does; whoever closes the dialog in another way may have meant to look beside it. */
  const close = () => (form.hasUnsaved() ? setClosing(true) : onClose())

  async function save() {
    if (!rows || isWrong || busy) return
    setBusy(true)
    const failed = new Set<string>()
    for (const { row, method, path, body, idempotencyKey } of feeCalls(rows, location.id))
      try {
        await client.api(method, path, {
          query: { order: id },
          ...(body && { body }),
          ...(idempotencyKey !== undefined && { idempotencyKey }),
        })
      } catch (error) {
        // A334: only logged. The row keeps its mark, so that nobody believes it saved.
        failed.add(row)
        console.error(`The fee ${row} of order ${id} was not saved: ${errorText(error)}`)
      }
    if (failed.size === 0) {
      form.saved()
      return onClose()
    }
    const now = await loadFees(client, location.id).catch(() => null)
    // What was saved shows as stored; what was not stays as it was typed.
    if (now) {
      const kept = new Map(rows.filter(({ key }) => failed.has(key)).map((row) => [row.key, row]))
      const unsaved = [...kept.values()].filter(({ fee }) => fee === null)
      setStored(now)
      setRows(() => [...now.map((row) => kept.get(row.key) ?? row), ...unsaved])
    }
    setBusy(false)
  }

  return (
    <BigModal title={`Fees of order ${id}`} onClose={close} wide>
      <p>{location.name}: these hold for all of its orders.</p>
      <ErrorNote>{failure}</ErrorNote>
      {!rows && !failure && <Skeleton height={160} radius="md" />}
      {rows && (
        // What is changed while the rows are saved would be lost when they are read again.
        <fieldset className={classes.kinds} disabled={busy}>
          {FEE_KINDS.map((kind) => (
            <section key={kind} className={classes.kind} aria-label={`${KIND_NAMES[kind]}s`}>
              <h3>{KIND_NAMES[kind]}s</h3>
              {rows.every((row) => row.kind !== kind) && <p className={classes.quiet}>None yet.</p>}
              {rows
                .filter((row) => row.kind === kind)
                .map((row) => (
                  <FeeFields key={row.key} row={row} onChange={change} onDrop={drop} />
                ))}
              <div>
                <BigButton onClick={() => setRows((all) => [...all, newFee(kind, newId())])}>
                  Add {KIND_NAMES[kind].toLowerCase()}
                </BigButton>
              </div>
            </section>
          ))}
        </fieldset>
      )}
      <div className={classes.buttons}>
        <BigButton onClick={onClose}>Cancel</BigButton>
        <BigButton
          main
          reason={
            busy ? 'Saving' : !rows ? 'The fees are on their way.' : isWrong && 'An amount is not right yet.'
          }
          onClick={() => void save()}
        >
          Save
        </BigButton>
      </div>
      {question}
      <Suspense>
        {isClosing && <LeaveQuestion fate={form.fate} onStay={() => setClosing(false)} onLeave={onClose} />}
      </Suspense>
    </BigModal>
  )
}

/** A305: both lists, as far as they are for this location. */
async function loadFees(client: Client, companyLocation: number): Promise<FeeRow[]> {
  const query = { no_page: 1, company_location: companyLocation }
  const [margin, surcharge] = await Promise.all(
    FEE_KINDS.map((kind) => client.api('GET', FEE_PATHS[kind], { query, schema: z.array(Fee) })),
  )
  return rowsOfFees({ margin: margin!, surcharge: surcharge! })
}

const MARKS = { new: 'New', modified: 'Modified', deleted: 'Deleted' }

interface FeeFieldsProps {
  row: FeeRow
  onChange: (key: string, part: Partial<FeeRow>) => void
  onDrop: (row: FeeRow) => void
}

function FeeFields({ row, onChange, onDrop }: FeeFieldsProps) {
  const id = useId()
  const mark = feeMark(row)
  // Nothing typed yet is no mistake: Save says that an amount is missing.
  const problem = row.amount === '' ? null : feeProblem(row)
  const name = row.description || KIND_NAMES[row.kind]
  return (
    <div className={classes.fee} role="group" aria-label={name} data-mark={mark ?? undefined}>
      <label className={classes.type}>
        Type
        <select
          disabled={row.dropped}
          value={row.type}
          onChange={(event) => onChange(row.key, { type: event.currentTarget.value as FeeRow['type'] })}
        >
          <option value="f">$ flat</option>
          <option value="%">%</option>
        </select>
      </label>
      <DecimalInput
        className={classes.amount}
        label="Amount"
        rule={AMOUNTS[row.type]}
        disabled={row.dropped}
        error={problem !== null}
        aria-describedby={problem ? id : undefined}
        value={row.amount}
        onChange={(amount) => onChange(row.key, { amount })}
      />
      <label className={classes.description}>
        Description
        <input
          autoComplete="off"
          maxLength={500}
          disabled={row.dropped}
          value={row.description}
          onChange={(event) => onChange(row.key, { description: event.currentTarget.value })}
        />
      </label>
      <button
        type="button"
        className={classes.drop}
        aria-label={row.dropped ? `Keep ${name}` : `Delete ${name}`}
        onClick={() => onDrop(row)}
      >
        {row.dropped ? <IconTrashOff size={24} aria-hidden /> : <IconTrash size={24} aria-hidden />}
      </button>
      {(mark || problem) && (
        <p id={id} className={classes.quiet} role={problem ? 'alert' : undefined}>
          {problem ?? (mark && MARKS[mark])}
        </p>
      )}
    </div>
  )
}
