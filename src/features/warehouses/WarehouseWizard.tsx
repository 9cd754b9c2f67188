import type { User } from '#contract/people/schema.ts'
import { wholeText } from '#src/api/form-errors.ts'
import { OfficeForm } from '#src/kit/form/OfficeForm.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useFormSave } from '#src/kit/form/use-form-save.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useOfficeForm, type OfficeFormState } from '#src/kit/form/use-office-form.ts'
import { useSeenRow } from '#src/kit/form/use-seen-row.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormFoot, SubmitButton } from '#src/ui/FormFoot.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { Steps } from '#src/ui/Steps.tsx'
import { useCallKey } from '#src/ui/use-call-key.ts'
import { NativeSelect, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { ReceiptMeanings, ReceiptTexts } from './MapRows.tsx'
import { addWarehouse, saveWarehouse, WAREHOUSES, type OpenedWarehouse } from './queries.ts'
import {
  mappingRowsOf,
  missingFields,
  planOf,
  problemsAt,
  WIZARD_STEPS,
  valuesOf,
  withFormat,
  withOthersRows,
  type KnownWarehouses,
  type MapRow,
  type SavePlan,
  type WarehouseValues,
} from './warehouse-form.ts'
import classes from './warehouses.module.css'

interface WarehouseWizardProps {
  /** Who is at the form. */
  person: User
  opened: OpenedWarehouse
}

const KINDS = ['column', 'unit_type'] as const

/** C115–C117: a warehouse in three steps; nothing is sent before the last one is saved. */
export function WarehouseWizard({ person, opened }: WarehouseWizardProps) {
  const { warehouse, maps, known } = opened
  const serverReachable = useServerReachable()
  const go = useGo()
  const stored = valuesOf(warehouse, maps)
  const [step, setStep] = useState(0)
  const name = `${person.id}/warehouse/${warehouse?.id ?? 'add'}`
  const form = useOfficeForm({
    name,
    stored,
    check: (values) => problemsAt(step, shownOf(values)),
  })
  const { problems } = form
  const seen = useSeenRow(name, opened, form)
  /** A draft has the rows as a whole: another user's are laid into them. */
  const shownOf = (typed: WarehouseValues): WarehouseValues => ({
    ...typed,
    rows: withOthersRows(typed.rows, mappingRowsOf(seen.row.maps), stored.rows),
  })
  const { rows } = shownOf(form.values)
  const { ask, dialog } = useWarehouseSave(form, warehouse, (typed) => planOf(shownOf(typed), stored))

  function onRows(next: MapRow[]) {
    seen.catchUp()
    form.change({ rows: next })
  }
  const missing = missingFields(rows)
  const isLast = step === WIZARD_STEPS.length - 1

  function goOn() {
    if (!isLast) return setStep(step + 1)
    if (serverReachable) ask(form.values)
  }
  function cancel() {
    form.discard()
    go(to.setup())
  }

  return (
    <>
      <Steps label="Steps of the warehouse" steps={WIZARD_STEPS} current={step} />
      <OfficeForm form={form} aria-label="Warehouse" className={classes.card} onSave={goOn}>
        {step === 0 && (
          <TextInput
            className={classes.name}
            label="Name"
            size="md"
            maxLength={100}
            autoComplete="off"
            {...form.field('name')}
          />
        )}
        {step === 1 && (
          <>
            <KnownFormat known={known} rows={rows} onRows={onRows} />
            {KINDS.map((kind) => (
              <ReceiptTexts key={kind} kind={kind} rows={rows} onRows={onRows} problems={problems} />
            ))}
          </>
        )}
        {step === 2 && (
          <>
            {KINDS.map((kind) => (
              <ReceiptMeanings key={kind} kind={kind} rows={rows} onRows={onRows} />
            ))}
            {missing.length > 0 && (
              <p className={classes.note} role="status">
                A receipt needs these as well, and no column gives them: {missing.join(', ')}.
              </p>
            )}
          </>
        )}
        <FormFoot serverReachable={serverReachable} onCancel={cancel}>
          {step > 0 && <Button onClick={() => setStep(step - 1)}>Back</Button>}
          {isLast ? (
            <SubmitButton reason={!serverReachable && NEEDS_SERVER} />
          ) : (
            <Button kind="main" isSubmit>
              Next
            </Button>
          )}
        </FormFoot>
      </OfficeForm>
      {dialog}
    </>
  )
}

/** Asks, and saves the warehouse with its mapping. */
function useWarehouseSave(
  form: OfficeFormState<WarehouseValues>,
  warehouse: OpenedWarehouse['warehouse'],
  plannedFor: (typed: WarehouseValues) => SavePlan,
) {
  const { engine } = useSignedIn()
  const go = useGo()
  const { keyOf } = useCallKey(engine.newId)
  /** A warehouse that was made while its mapping was refused is not made twice; the name that it was given. */
  const made = useRef<{ id: number; name: string } | null>(null)
  return useFormSave({
    form,
    async call(client, values: WarehouseValues) {
      const name = values.name.trim()
      const plan = plannedFor(values)
      if (warehouse) return saveWarehouse(client, warehouse.id, plan)
      made.current ??= { id: await addWarehouse(client, name, keyOf({ name })), name }
      await saveWarehouse(client, made.current.id, {
        ...plan,
        name: name === made.current.name ? null : name,
      })
    },
    // Part of it may be saved where it fails: it is read again, and the next try sends what is still another.
    invalidates: [WAREHOUSES.queryKey],
    words: () => ({
      title: warehouse ? `Save warehouse ${warehouse.name}?` : `Add warehouse ${form.values.name.trim()}?`,
      body: 'Receipts that are uploaded from now on are read so.',
      saved: 'The warehouse has been saved.',
      failed: 'There was an error while saving the warehouse',
    }),
    explain: wholeText,
    onDone: () => go(to.setup()),
  })
}

interface KnownFormatProps {
  known: KnownWarehouses
  rows: readonly MapRow[]
  onRows: (rows: MapRow[]) => void
}

/** Adds to the rows what is known of a receipt. */
function KnownFormat({ known, rows, onRows }: KnownFormatProps) {
  return (
    <NativeSelect
      className={classes.name}
      label="Receipt format"
      description="Adds the columns and unit types of a receipt that is known."
      size="md"
      value=""
      data={[
        { value: '', label: 'Choose a receipt format' },
        ...known.formats.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        value !== '' && onRows(withFormat(rows, Number(value), known))
      }
    />
  )
}
