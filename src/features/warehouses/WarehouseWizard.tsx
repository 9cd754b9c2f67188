import type { User } from '#contract/people/schema.ts'
import type { WarehouseMap } from '#contract/warehouses/schema.ts'
import type { Client } from '#src/api/client.ts'
import { wholeText } from '#src/api/form-errors.ts'
import { OfficeForm } from '#src/kit/OfficeForm.tsx'
import type { Go } from '#src/kit/use-go.ts'
import { useOfficeForm } from '#src/kit/use-office-form.ts'
import { to } from '#src/paths.ts'
import { FormFoot, SubmitButton } from '#src/ui/FormFoot.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { Steps } from '#src/ui/Steps.tsx'
import { useCallKey } from '#src/ui/use-call-key.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { addWarehouse, saveWarehouse } from './calls.ts'
import { ReceiptMeanings, ReceiptTexts } from './MapRows.tsx'
import {
  missingFields,
  planOf,
  problemsAt,
  STEPS,
  valuesOf,
  withFormat,
  type MapRow,
  type Known,
} from './warehouse-form.ts'
import classes from './warehouses.module.css'

const SaveDialog = lazy(() => import('#src/ui/SaveDialog.tsx'))

export interface WarehouseWizardProps {
  client: Client
  person: User
  serverReachable: boolean
  newId: () => string
  go: Go
  opened: {
    /** What is edited; null adds one. */
    warehouse: { id: number; name: string } | null
    maps: readonly WarehouseMap[]
    known: Known
  }
  /** Reads the warehouse again. */
  reload: () => void
}

const KINDS = ['column', 'unit_type'] as const

/** C115–C117: a warehouse in three steps; nothing is sent before the last one is saved. */
export function WarehouseWizard(props: WarehouseWizardProps) {
  const { client, person, serverReachable, newId, go, opened, reload } = props
  const { warehouse, maps, known } = opened
  const stored = valuesOf(warehouse, maps)
  const [step, setStep] = useState(0)
  const form = useOfficeForm({
    name: `${person.id}/warehouse/${warehouse?.id ?? 'add'}`,
    stored,
    check: (values) => problemsAt(step, values),
  })
  const { values, problems } = form
  const { rows } = values
  const [isAsking, setAsking] = useState(false)
  const keyOf = useCallKey(newId)
  /** A warehouse that was made while its mapping was refused is not made twice. */
  const made = useRef<number | null>(null)

  const onRows = (next: MapRow[]) => form.change({ rows: next })
  const missing = missingFields(rows)
  const isLast = step === STEPS.length - 1

  function goOn() {
    if (!isLast) return setStep(step + 1)
    if (serverReachable) setAsking(true)
  }
  async function save() {
    const name = values.name.trim()
    const plan = planOf(values, stored)
    try {
      const id = warehouse?.id ?? made.current ?? (await addWarehouse(client, name, keyOf({ name })))
      if (!warehouse) made.current = id
      await saveWarehouse(client, id, warehouse ? plan : { ...plan, name: null })
      form.saved()
    } catch (error) {
      // Part of it may be saved: the next try sends what is still another.
      reload()
      throw error
    }
  }
  function cancel() {
    form.discard()
    go(to.setup())
  }

  return (
    <>
      <Steps label="Steps of the warehouse" steps={STEPS} current={step} />
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
          {step > 0 && (
            <Button variant="default" size="md" onClick={() => setStep(step - 1)}>
              Back
            </Button>
          )}
          {isLast ? (
            <SubmitButton reason={!serverReachable && NEEDS_SERVER} />
          ) : (
            <Button type="submit" size="md">
              Next
            </Button>
          )}
        </FormFoot>
      </OfficeForm>
      <Suspense>
        {isAsking && (
          <SaveDialog
            title={warehouse ? `Save warehouse ${warehouse.name}?` : `Add warehouse ${values.name.trim()}?`}
            save={save}
            saved="The warehouse has been saved."
            failed="There was an error while saving the warehouse"
            explain={wholeText}
            onBack={() => setAsking(false)}
            onSaved={() => go(to.setup())}
          >
            Receipts that are uploaded from now on are read so.
          </SaveDialog>
        )}
      </Suspense>
    </>
  )
}
