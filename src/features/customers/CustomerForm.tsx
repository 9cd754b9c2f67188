import type { Customer } from '#contract/people/customer.ts'
import type { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import { ApiError } from '#src/api/errors.ts'
import { bodyText, fieldErrors } from '#src/api/form-errors.ts'
import { OfficeForm } from '#src/kit/OfficeForm.tsx'
import type { Go } from '#src/kit/use-go.ts'
import { useOfficeForm } from '#src/kit/use-office-form.ts'
import { to } from '#src/paths.ts'
import { FormFoot, SubmitButton } from '#src/ui/FormFoot.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { useCallKey } from '#src/ui/use-call-key.ts'
import { lazy, Suspense, useState } from 'react'
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
  go: Go
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
  const form = useOfficeForm({
    name: `${person.id}/customer/${customer?.id ?? 'add'}`,
    stored: valuesOf(customer),
    check: (values) => problemsOf(values, customer),
  })
  const { values } = form
  const [isAsking, setAsking] = useState(false)
  const keyOf = useCallKey(newId)

  async function save() {
    const body = bodyOf(values, customer)
    try {
      await (customer ? changeCustomer(client, customer.id, body) : addCustomer(client, body, keyOf(body)))
      form.saved()
    } catch (error) {
      form.refuse(atFields(fieldErrors(error), values))
      // Somebody else was faster: the form shows theirs under what is typed.
      if (error instanceof ApiError && error.status === 409) reload()
      throw error
    }
  }
  function cancel() {
    form.discard()
    go(to.customers())
  }

  return (
    <>
      <OfficeForm
        form={form}
        aria-label="Customer"
        className={classes.card}
        onSave={() => serverReachable && setAsking(true)}
      >
        {customer && <p className={classes.quiet}>Customer ID {customer.id}</p>}
        <WhoFields form={form} isNew={!customer} />
        {ADDRESSES.map((of) => (
          <AddressFields key={of} form={form} of={of} />
        ))}
        <RateFields form={form} />
        <FlagFields form={form} />
        <CcFields form={form} />
        <div className={classes.foot}>
          <FormFoot serverReachable={serverReachable} onCancel={cancel}>
            <SubmitButton reason={!serverReachable && NEEDS_SERVER} />
          </FormFoot>
        </div>
      </OfficeForm>
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
              form.focusProblem()
            }}
            onSaved={() => go(to.customers())}
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
