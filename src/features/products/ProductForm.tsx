import { can } from '#contract/permissions.ts'
import type { User } from '#contract/people/schema.ts'
import type { OfficeProduct } from '#contract/products/office.ts'
import type { Warehouse } from '#contract/products/schema.ts'
import { changeProduct, PRODUCTS_CHANGED } from '#src/queries/products.ts'
import { OfficeForm } from '#src/kit/form/OfficeForm.tsx'
import { useFormSave } from '#src/kit/form/use-form-save.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useOfficeForm, type OfficeFormState } from '#src/kit/form/use-office-form.ts'
import { useSeenRow, type SeenRow } from '#src/kit/form/use-seen-row.ts'
import { usePhotoUpload } from '#src/kit/form/use-photo-upload.ts'
import { useSave } from '#src/kit/form/use-save.tsx'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { SubmitButton } from '#src/ui/FormFoot.tsx'
import { useRef, type ComponentType } from 'react'
import type { Form } from './fields.tsx'
import { KeyAttributes, missingWeight } from './KeyAttributes.tsx'
import { MoreAttributes } from './MoreAttributes.tsx'
import { changedBody, derivedOf, newBody, problemsOf, valuesOf, type ProductValues } from './product-form.ts'
import classes from './products.module.css'
import { addProduct, deleteProduct } from './queries.ts'
import type { SubstitutePickerProps } from './Substitutes.tsx'

/** C348, C349: exactly as it is printed, after every act. */
const FAILED = 'There was an error while saving/updating/deleting the product'

export interface ProductFormProps {
  /** Who is at the form. */
  person: User
  /** null adds one. */
  product: OfficeProduct | null
  warehouses: readonly Warehouse[]
  /** The distributor's day, `YYYY-MM-DD`. */
  today: string
  /** Chooses a product. */
  Picker: ComponentType<SubstitutePickerProps>
}

/** C061–C068: one product. Typed values are kept until they are saved or cancelled. */
export function ProductForm({ person, product, warehouses, today, Picker }: ProductFormProps) {
  const serverReachable = useServerReachable()
  const go = useGo()
  const name = `${person.id}/product/${product?.upc ?? 'add'}`
  const office = useOfficeForm<ProductValues>({
    name,
    stored: valuesOf(product, today),
    check: (values) => problemsOf(values, !product),
  })
  const { values, change, problems, field } = office
  const seen = useSeenRow(name, product, office)
  const form: Form = {
    values,
    change,
    problems,
    field,
    overridden: product?.overridden_fields_original_values ?? {},
  }
  const why = !can(person, 'catalogue.write')
    ? 'Only the office may change a product.'
    : !serverReachable && 'This needs the server, which is not in reach. What you typed is kept.'
  const photo = usePhotoUpload(why, (url) => change({ url }))

  const leave = () => go(to.inventory())
  const save = useProductSave(office, product, seen)
  const removal = useRemoval(office, leave)
  function cancel() {
    photo.giveUp()
    office.discard()
    leave()
  }

  return (
    <>
      <OfficeForm
        form={office}
        aria-label="Product"
        className={classes.card}
        onSave={() =>
          !photo.notNow &&
          save.ask(
            product ? changedBody(values, { product, seen: seen.row ?? product, today }) : newBody(values),
          )
        }
      >
        <KeyAttributes
          form={form}
          isNew={!product}
          warehouses={warehouses}
          binNormalized={product?.bin === values.bin ? product.bin_normalized : ''}
        />
        <MoreAttributes
          form={form}
          product={product}
          reachable={serverReachable}
          Picker={Picker}
          photo={photo}
        />
        <div className={classes.buttons}>
          {why && (
            <p className={classes.note} role="status">
              {why}
            </p>
          )}
          {product && (
            <span className={classes.delete}>
              <Button kind="danger" reason={why} onClick={() => removal.ask(product)}>
                Delete
              </Button>
            </span>
          )}
          <Button onClick={cancel}>Cancel</Button>
          <SubmitButton reason={photo.notNow} />
        </div>
      </OfficeForm>
      {save.dialog}
      {removal.dialog}
    </>
  )
}

/** Asks, and adds or changes the product. */
function useProductSave(
  form: OfficeFormState<ProductValues>,
  product: OfficeProduct | null,
  seen: SeenRow<OfficeProduct | null>,
) {
  const go = useGo()
  const { missing } = derivedOf(form.values)
  /** C064: the upc of the answer, which may differ from the typed one. */
  const made = useRef<string | null>(null)
  return useFormSave({
    form,
    seen,
    async call(client, body: Record<string, unknown>, key) {
      if (product) await changeProduct(client, product.upc, body)
      else made.current = (await addProduct(client, body, key)).upc
    },
    invalidates: PRODUCTS_CHANGED,
    words: () => ({
      title: product ? `Save ${product.name}?` : `Add ${form.values.name.trim()}?`,
      body:
        missing.length > 0
          ? missingWeight(missing)
          : 'Orders that are placed from now on have its new prices; those that are placed keep theirs.',
      saved: 'The product has been added/updated successfully',
      failed: FAILED,
    }),
    onDone: () => go(made.current === null ? to.inventory() : to.productFees(made.current)),
  })
}

/** Asks, and deletes the product. */
function useRemoval({ discard }: OfficeFormState<ProductValues>, leave: () => void) {
  return useSave({
    async call(client, { upc }: OfficeProduct, key) {
      await deleteProduct(client, upc, key)
      discard()
    },
    invalidates: PRODUCTS_CHANGED,
    leaves: true,
    words: ({ name, upc }) => ({
      title: `Delete ${name}?`,
      kind: 'danger',
      body: `Product ${upc} goes with its barcodes and fees, for everybody. This cannot be undone.`,
      saving: 'Deleting …',
      saved: 'The product has been deleted successfully',
      failed: FAILED,
    }),
    onDone: leave,
  })
}
