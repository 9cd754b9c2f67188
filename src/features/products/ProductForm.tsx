import { can } from '#contract/permissions.ts'
import type { User } from '#contract/people/schema.ts'
import type { OfficeProduct } from '#contract/products/office.ts'
import type { Warehouse } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'
import { ApiError, errorText } from '#src/api/errors.ts'
import { fieldErrors } from '#src/api/form-errors.ts'
import { OfficeForm } from '#src/kit/OfficeForm.tsx'
import type { Go } from '#src/kit/use-go.ts'
import { useOfficeForm } from '#src/kit/use-office-form.ts'
import { to } from '#src/paths.ts'
import { ActionButton } from '#src/ui/ActionButton.tsx'
import { SubmitButton } from '#src/ui/FormFoot.tsx'
import { useCallKey } from '#src/ui/use-call-key.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState, type ComponentType } from 'react'
import { addProduct, changeProduct, deleteProduct } from './calls.ts'
import type { Form } from './fields.tsx'
import { KeyAttributes, missingWeight } from './KeyAttributes.tsx'
import { MoreAttributes } from './MoreAttributes.tsx'
import { changedBody, derivedOf, newBody, problemsOf, valuesOf, type ProductValues } from './product-form.ts'
import classes from './products.module.css'
import type { PickerProps } from './Substitutes.tsx'

const SaveDialog = lazy(() => import('#src/ui/SaveDialog.tsx'))

/** C348, C349: exactly as it is printed, whatever was done. */
const FAILED = 'There was an error while saving/updating/deleting the product'

export interface ProductFormProps {
  client: Client
  person: User
  /** null adds one. */
  product: OfficeProduct | null
  warehouses: readonly Warehouse[]
  /** The distributor's day, `YYYY-MM-DD`. */
  today: string
  serverReachable: boolean
  newId: () => string
  go: Go
  /** Reads the product again. */
  reload: () => void
  /** Chooses a product. */
  Picker: ComponentType<PickerProps>
}

/** C061–C068: one product. What is typed is kept until it is saved or cancelled. */
export function ProductForm({ client, person, product, warehouses, today, ...props }: ProductFormProps) {
  const { serverReachable, newId, go, reload, Picker } = props
  const office = useOfficeForm<ProductValues>({
    name: `${person.id}/product/${product?.upc ?? 'add'}`,
    stored: valuesOf(product, today),
    check: (values) => problemsOf(values, !product),
  })
  const { values, change, problems, field } = office
  const form: Form = {
    values,
    change,
    problems,
    field,
    overridden: product?.overridden_fields_original_values ?? {},
  }
  const [asking, setAsking] = useState<'save' | 'delete' | null>(null)
  const [made, setMade] = useState<string | null>(null)
  const keyOf = useCallKey(newId)
  const { missing } = derivedOf(values)
  const why = !can(person, 'catalogue.write')
    ? 'Only the office may change a product.'
    : !serverReachable && 'This needs the server, which is not in reach. What you typed is kept.'

  async function save() {
    try {
      if (product) await changeProduct(client, product.upc, changedBody(values, product))
      else {
        const body = newBody(values)
        // C064: the upc of the answer, whatever was typed.
        setMade((await addProduct(client, body, keyOf(body))).upc)
      }
      office.saved()
    } catch (error) {
      office.refuse(fieldErrors(error))
      // Somebody else was faster: the form shows theirs under what is typed.
      if (error instanceof ApiError && error.status === 409) reload()
      throw error
    }
  }
  async function remove() {
    if (!product) return
    await deleteProduct(client, product.upc)
    office.discard()
  }
  const leave = () => go(to.inventory())

  return (
    <>
      <OfficeForm
        form={office}
        aria-label="Product"
        className={classes.card}
        onSave={() => !why && setAsking('save')}
      >
        <KeyAttributes
          form={form}
          client={client}
          isNew={!product}
          warehouses={warehouses}
          binNormalized={product?.bin === values.bin ? product.bin_normalized : ''}
        />
        <MoreAttributes
          form={form}
          product={product}
          client={client}
          reachable={serverReachable}
          Picker={Picker}
        />
        <div className={classes.buttons}>
          {why && (
            <p className={classes.note} role="status">
              {why}
            </p>
          )}
          {product && (
            <ActionButton
              className={classes.delete}
              variant="default"
              size="md"
              reason={why}
              onClick={() => setAsking('delete')}
            >
              Delete
            </ActionButton>
          )}
          <Button
            variant="default"
            size="md"
            onClick={() => {
              office.discard()
              leave()
            }}
          >
            Cancel
          </Button>
          <SubmitButton reason={why} />
        </div>
      </OfficeForm>
      <Suspense>
        {asking === 'save' && (
          <SaveDialog
            title={product ? `Save ${product.name}?` : `Add ${values.name.trim()}?`}
            save={save}
            saved="The product has been added/updated successfully"
            failed={FAILED}
            explain={errorText}
            onBack={() => {
              setAsking(null)
              office.focusProblem()
            }}
            // C065.
            onSaved={() => (made === null ? leave() : go(to.productFees(made)))}
          >
            {missing.length > 0
              ? missingWeight(missing)
              : 'Orders that are placed from now on have its new prices; those that are placed keep theirs.'}
          </SaveDialog>
        )}
        {asking === 'delete' && product && (
          <SaveDialog
            title={`Delete ${product.name}?`}
            saving="Deleting …"
            save={remove}
            saved="The product has been deleted successfully"
            failed={FAILED}
            explain={errorText}
            onBack={() => setAsking(null)}
            onSaved={leave}
          >
            {`Product ${product.upc} goes with its barcodes and fees, for everybody. This cannot be undone.`}
          </SaveDialog>
        )}
      </Suspense>
    </>
  )
}
