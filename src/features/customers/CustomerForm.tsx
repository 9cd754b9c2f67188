import type { Customer } from '#contract/people/customer.ts'
import type { User } from '#contract/people/schema.ts'
import { bodyText } from '#src/api/form-errors.ts'
import { OfficeForm } from '#src/kit/form/OfficeForm.tsx'
import { useFormSave } from '#src/kit/form/use-form-save.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useOfficeForm } from '#src/kit/form/use-office-form.ts'
import { useSeenRow } from '#src/kit/form/use-seen-row.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { to } from '#src/paths.ts'
import { FormFoot, SubmitButton } from '#src/ui/FormFoot.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { AddressFields, CcFields, FlagFields, RateFields, WhoFields } from './CustomerFields.tsx'
import { ADDRESSES, atFields, bodyOf, problemsOf, valuesOf } from './customer-form.ts'
import classes from './customers.module.css'
import { addCustomer, changeCustomer, CUSTOMERS_CHANGED } from './queries.ts'

interface CustomerFormProps {
  /** Who is at the form. */
  person: User
  /** Who is edited; null adds one. */
  customer: Customer | null
}

/** C156–C159: one customer's form. Typed values are kept until they are saved or cancelled. */
export function CustomerForm({ person, customer }: CustomerFormProps) {
  const serverReachable = useServerReachable()
  const go = useGo()
  const name = `${person.id}/customer/${customer?.id ?? 'add'}`
  const form = useOfficeForm({
    name,
    stored: valuesOf(customer),
    check: (values) => problemsOf(values, customer),
  })
  const { values } = form
  const seen = useSeenRow(name, customer, form)
  const { ask, dialog } = useFormSave({
    form,
    seen,
    call: async (client, body: ReturnType<typeof bodyOf>, key) =>
      void (await (customer ? changeCustomer(client, customer.id, body) : addCustomer(client, body, key))),
    refused: (fields) => atFields(fields, values),
    invalidates: CUSTOMERS_CHANGED,
    words: () => ({
      title: customer ? `Save customer ${customer.name}?` : `Add customer ${values.name.trim()}?`,
      body: customer
        ? 'Orders that are invoiced keep what they were invoiced with.'
        : 'The location is there to order for at once.',
      saved: 'The customer has been saved.',
      failed: 'There was an error while saving the customer information',
    }),
    explain: bodyText,
    onDone: () => go(to.customers()),
  })
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
        onSave={() => serverReachable && ask(bodyOf(values, customer, seen.row))}
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
      {dialog}
    </>
  )
}
