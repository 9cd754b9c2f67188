import type { User } from '#contract/people/schema.ts'
import type { WarehouseMap } from '#contract/warehouses/schema.ts'
import type { Client } from '#src/api/client.ts'
import { wholeText } from '#src/api/form-errors.ts'
import { ActionButton } from '#src/ui/ActionButton.tsx'
import { FormFoot } from '#src/ui/FormFoot.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { RestoredNote } from '#src/ui/RestoredNote.tsx'
import { Steps } from '#src/ui/Steps.tsx'
import { useCallKey } from '#src/ui/use-call-key.ts'
import { useDraft } from '#src/ui/use-draft.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { addWarehouse, saveWarehouse, type Known } from './calls.ts'
import { ReceiptMeanings, ReceiptTexts } from './MapRows.tsx'
import {
  missingFields,
  planOf,
  readRows,
  rowProblem,
  STEPS,
  valuesOf,
  withFormat,
  type MapRow,
} from './warehouse-form.ts'
import classes from './warehouses.module.css'

const SaveDialog = lazy(() => import('#src/ui/SaveDialog.tsx'))

export interface WarehouseWizardProps {
  client: Client
  person: User
  serverReachable: boolean
  newId: () => string
  go: (path: string) => void
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
  const draft = useDraft(`${person.id}/warehouse/${warehouse?.id ?? 'add'}`, stored)
  const { values } = draft
  const rows = readRows(values)
  const [step, setStep] = useState(0)
  const [isTried, setTried] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const keyOf = useCallKey(newId)
  /** A warehouse that was made while its mapping was refused is not made twice. */
  const made = useRef<number | null>(null)

  const onRows = (next: MapRow[]) => draft.change({ rows: JSON.stringify(next) })
  const wrong = [values.name.trim() === '', rows.some((_, at) => rowProblem(rows, at) !== null), false]
  const missing = missingFields(rows)

  function next() {
    setTried(true)
    if (wrong[step]) return
    setTried(false)
    setStep(step + 1)
  }
  async function save() {
    const name = values.name.trim()
    const plan = planOf(values, stored)
    try {
      const id = warehouse?.id ?? made.current ?? (await addWarehouse(client, name, keyOf({ name })))
      if (!warehouse) made.current = id
      await saveWarehouse(client, id, warehouse ? plan : { ...plan, name: null })
      draft.saved()
    } catch (error) {
      // Part of it may be saved: the next try sends what is still another.
      reload()
      throw error
    }
  }
  function cancel() {
    draft.discard()
    go('/setup')
  }

  return (
    <>
      <Steps label="Steps of the warehouse" steps={STEPS} current={step} />
      <div className={classes.card}>
        <RestoredNote draft={draft} />
        {step === 0 && (
          <TextInput
            className={classes.name}
            name="name"
            label="Name"
            size="md"
            maxLength={100}
            autoComplete="off"
            error={isTried && wrong[0] && 'Please fill this in.'}
            value={values.name}
            onChange={({ currentTarget: { value } }) => draft.change({ name: value })}
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
              <ReceiptTexts key={kind} kind={kind} rows={rows} onRows={onRows} isTried={isTried} />
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
          {step < STEPS.length - 1 ? (
            <Button size="md" onClick={next}>
              Next
            </Button>
          ) : (
            <ActionButton size="md" reason={!serverReachable && NEEDS_SERVER} onClick={() => setAsking(true)}>
              Save
            </ActionButton>
          )}
        </FormFoot>
      </div>
      <Suspense>
        {isAsking && (
          <SaveDialog
            title={warehouse ? `Save warehouse ${warehouse.name}?` : `Add warehouse ${values.name.trim()}?`}
            save={save}
            saved="The warehouse has been saved."
            failed="There was an error while saving the warehouse"
            explain={wholeText}
            onBack={() => setAsking(false)}
            onSaved={() => go('/setup')}
          >
            Receipts that are uploaded from now on are read so.
          </SaveDialog>
        )}
      </Suspense>
    </>
  )
}
