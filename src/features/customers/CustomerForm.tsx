import type { Customer } from '#contract/people/customer.ts'
import type { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import { ApiError } from '#src/api/errors.ts'
import { bodyText, fieldErrors } from '#src/api/form-errors.ts'
import { FormFoot, SubmitButton } from '#src/ui/FormFoot.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { RestoredNote } from '#src/ui/RestoredNote.tsx'
import { useCallKey } from '#src/ui/use-call-key.ts'
import { useCheckedForm } from '#src/ui/use-checked-form.ts'
import { useDraft } from '#src/ui/use-draft.ts'
import { lazy, Suspense, useState, type FormEvent } from 'react'
import { addCustomer, changeCustomer } from './calls.ts'
import { AddressFields, CcFields, FlagFields, RateFields, WhoFields } from './CustomerFields.tsx'
import { ADDRESSES, atFields, bodyOf, problemsOf, valuesOf } from './customer-form.ts'
import classes from './customers.module.css'

const SaveDialog = lazy(() => import('#src/ui/SaveDialog.tsx'))

export interface CustomerFormProps {
  client: Client
  person: User
  /** Who is edited; null adds one. */
  customer: Customer | null
  serverReachable: boolean
  newId: () => string
  go: (path: string) => void
  /** Reads the customer again. */
  reload: () => void
}

/** C156–C159: one customer's form. What is typed is kept until it is saved or cancelled. */
export function CustomerForm({
  client,
  person,
  customer,
  serverReachable,
  newId,
  go,
  reload,
}: CustomerFormProps) {
  const draft = useDraft(`${person.id}/customer/${customer?.id ?? 'add'}`, valuesOf(customer))
  const { values } = draft
  const [isAsking, setAsking] = useState(false)
  const checked = useCheckedForm(draft, problemsOf(values, customer))
  const { form, problems, change, focusProblem } = checked
  const keyOf = useCallKey(newId)

  function submit(event: FormEvent) {
    if (checked.isRight(event) && serverReachable) setAsking(true)
  }
  async function save() {
    const body = bodyOf(values, customer)
    try {
      await (customer ? changeCustomer(client, customer.id, body) : addCustomer(client, body, keyOf(body)))
      draft.saved()
    } catch (error) {
      checked.refuse(atFields(fieldErrors(error), values))
      // Somebody else was faster: the form shows theirs under what is typed.
      if (error instanceof ApiError && error.status === 409) reload()
      throw error
    }
  }
  function cancel() {
    draft.discard()
    go('/customers')
  }
  const fields = { values, change, problems }

  return (
    <>
      <form ref={form} className={classes.card} onSubmit={submit} noValidate aria-label="Customer">
        {customer && <p className={classes.quiet}>Customer ID {customer.id}</p>}
        <RestoredNote draft={draft} />
        <WhoFields {...fields} isNew={!customer} />
        {ADDRESSES.map((of) => (
          <AddressFields key={of} {...fields} of={of} />
        ))}
        <RateFields {...fields} />
        <FlagFields {...fields} />
        <CcFields {...fields} />
        <div className={classes.foot}>
          <FormFoot serverReachable={serverReachable} onCancel={cancel}>
            <SubmitButton reason={!serverReachable && NEEDS_SERVER} />
          </FormFoot>
        </div>
      </form>
      <Suspense>
        {isAsking && (
          <SaveDialog
            title={customer ? `Save customer ${customer.name}?` : `Add customer ${values.name.trim()}?`}
            save={save}
            saved="The customer has been saved."
            failed="There was an error while saving the customer information"
            explain={bodyText}
            onBack={() => {
              setAsking(false)
              focusProblem()
            }}
            onSaved={() => go('/customers')}
          >
            {customer
              ? 'Orders that are invoiced keep what they were invoiced with.'
              : 'The location is there to order for at once.'}
          </SaveDialog>
        )}
      </Suspense>
    </>
  )
}
