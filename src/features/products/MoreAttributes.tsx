import type { OfficeProduct } from '#contract/products/office.ts'
import { makePhoto } from '#src/device/make-photo.ts'
import { PhotoUpload } from '#src/kit/form/PhotoUpload.tsx'
import type { usePhotoUpload } from '#src/kit/form/use-photo-upload.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { Picture } from '#src/ui/Picture.tsx'
import { lazy, Suspense, type ComponentType } from 'react'
import { FlagBox, LongTextField, NumberField, TextField, type Form } from './fields.tsx'
import classes from './products.module.css'
import { Substitutes, type SubstitutePickerProps } from './Substitutes.tsx'
import { SupplierFacts } from './SupplierFacts.tsx'

const DayInput = lazy(() => import('#src/ui/inputs/DayInput.tsx'))

interface MoreAttributesProps {
  form: Form
  /** null for a new one. */
  product: OfficeProduct | null
  reachable: boolean
  Picker: ComponentType<SubstitutePickerProps>
  photo: Pick<ReturnType<typeof usePhotoUpload>, 'onUrl' | 'onUploading'>
}

/** The hint of fields that orders and invoices do not read (readings, "Prices"). */
const NOT_OURS = 'Kept for other programs. It changes no price in Larder.'

/** C061: everything else that is kept of a product. */
export function MoreAttributes({ form, product, reachable, Picker, photo }: MoreAttributesProps) {
  return (
    <fieldset className={classes.group}>
      <legend>More Attributes</legend>
      <div className={classes.fields}>
        <TextField form={form} field="url" label="Picture (url)" maxLength={1_000} />
        <div className={classes.picture}>
          <Picture url={form.values.url} name={form.values.name || 'the product'} />
          <PhotoUpload
            makePhoto={makePhoto}
            reason={!reachable && NEEDS_SERVER}
            onUrl={photo.onUrl}
            onUploading={photo.onUploading}
          />
        </div>
        <LongTextField form={form} field="api_description" label="Description" maxLength={4_000} />
        <NumberField form={form} field="items_per_case" label="Items per case" />
        <NumberField form={form} field="on_order" label="On order" />
        <NumberField form={form} field="volume_level" label="Volume level" hint={NOT_OURS} />
        <NumberField form={form} field="volume_price" label="Volume price" hint={NOT_OURS} />
        <NumberField form={form} field="weight" label="Weight" hint="lb" />
        <NumberField form={form} field="volume" label="Volume" hint="cubic feet" />
        <Suspense fallback={<div className={classes.waiting} />}>
          <DayInput
            label="Price as of"
            required
            value={form.values.price_as_of}
            onChange={(day) => day && form.change({ price_as_of: day })}
          />
        </Suspense>
        <TextField form={form} field="department" label="Department" maxLength={200} />
        <NumberField form={form} field="department_id" label="Department id" />
        <TextField form={form} field="group" label="Group" maxLength={200} />
        <NumberField form={form} field="group_id" label="Group id" />
        <TextField form={form} field="qb_mapping" label="QuickBooks mapping" maxLength={200} />
        <TextField form={form} field="qb_site_mapping" label="QuickBooks site mapping" maxLength={200} />
        <TextField
          form={form}
          field="surcharge_upc1"
          label="Surcharge UPC 1"
          maxLength={32}
          hint={NOT_OURS}
        />
        <TextField
          form={form}
          field="surcharge_upc2"
          label="Surcharge UPC 2"
          maxLength={32}
          hint={NOT_OURS}
        />
      </div>
      <div className={classes.flags}>
        <FlagBox
          form={form}
          field="display_units_per_case_on_invoice"
          label="Display units per case on invoice"
        />
      </div>
      <Substitutes
        form={form}
        names={product?.acceptable_substitutions_detail ?? []}
        upc={product?.upc ?? null}
        reachable={reachable}
        Picker={Picker}
      />
      {product && <SupplierFacts product={product} />}
    </fieldset>
  )
}
