import type { Warehouse } from '#contract/products/schema.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import { IconCheck } from '@tabler/icons-react'
import {
  Derived,
  FlagBox,
  NumberField,
  ORDER,
  originalOf,
  OverrideNote,
  TextField,
  type Form,
} from './fields.tsx'
import { ItemCodeField } from './ItemCodeField.tsx'
import { derivedOf, ITEM_TYPES, unitFieldsOf } from './product-form.ts'
import classes from './products.module.css'

interface KeyAttributesProps {
  form: Form
  isNew: boolean
  warehouses: readonly Warehouse[]
  /** The bin in the form in which bins are compared; '' on a new product. */
  binNormalized: string
}

/** C061: the product's name and codes, its place, its units and its prices. */
export function KeyAttributes({ form, isNew, warehouses, binNormalized }: KeyAttributesProps) {
  const { values, change } = form
  const sold = originalOf(form, 'unit_type')
  return (
    <fieldset className={classes.group}>
      <legend>Key Attributes</legend>
      <div className={classes.fields}>
        {isNew && <TextField form={form} field="upc" label="UPC" required maxLength={32} />}
        <TextField form={form} field="name" label="Name" required long maxLength={200} />
        <ItemCodeField form={form} />
        <NativeSelect
          label="Warehouse"
          inputWrapperOrder={ORDER}
          size="md"
          required
          withAsterisk={false}
          {...form.field('warehouse_id')}
          data={[
            { value: '', label: 'Choose a warehouse' },
            ...warehouses.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <TextField
          form={form}
          field="bin"
          label="Bin"
          maxLength={50}
          {...(binNormalized && binNormalized !== values.bin && { hint: `Sorted as ${binNormalized}` })}
        />
        <TextField form={form} field="size" label="Size" maxLength={100} />
      </div>
      <ItemType form={form} />
      <div className={classes.types} role="group" aria-label="Unit type">
        <Checkbox label="Unit" size="md" {...form.field('isUnit', 'checkbox')} />
        <Checkbox label="Case" size="md" {...form.field('isCase', 'checkbox')} />
        {sold !== null && <OverrideNote original={sold} onUse={() => change(unitFieldsOf(sold))} />}
      </div>
      <Prices form={form} />
      <div className={classes.flags}>
        <FlagBox form={form} field="active" label="Active" hint="Unset, nobody is offered it." />
        <FlagBox form={form} field="out_of_stock" label="Out of stock" />
        <FlagBox
          form={form}
          field="tax_default"
          label="Tax default"
          hint="Taxable, unless the customer is exempt."
        />
        <FlagBox form={form} field="lot_tracked" label="Lot tracked" />
      </div>
    </fieldset>
  )
}

/** Whether and how the product is weighed. */
function ItemType({ form }: Pick<KeyAttributesProps, 'form'>) {
  const { values, change } = form
  const weighed = ITEM_TYPES.find(({ weight_type }) => weight_type === originalOf(form, 'weight_type'))
  return (
    <div className={classes.types} role="group" aria-label="Item type">
      {ITEM_TYPES.map(({ type, label, weight_type }) => {
        const isChosen = values.weight_type === weight_type
        return (
          <span key={type} data-item-type={type}>
            <Button
              isPressed={isChosen}
              icon={isChosen && <IconCheck size={18} aria-hidden />}
              onClick={() => change({ weight_type })}
            >
              {label}
            </Button>
          </span>
        )
      })}
      {weighed && (
        <OverrideNote original={weighed.label} onUse={() => change({ weight_type: weighed.weight_type })} />
      )}
    </div>
  )
}

/** The prices and weights of a unit and a case, with the values derived from them. */
function Prices({ form }: Pick<KeyAttributesProps, 'form'>) {
  const derived = derivedOf(form.values)
  const isWeighed = form.values.weight_type !== ''
  const price = isWeighed ? 'per lb' : undefined
  return (
    <>
      <div className={classes.fields}>
        <NumberField form={form} field="unit_price" label="Unit price" {...(price && { hint: price })} />
        <NumberField form={form} field="case_price" label="Case price" {...(price && { hint: price })} />
        <NumberField form={form} field="units_per_case" label="Units per case" />
        <Derived label="Price per unit">{derived.price_per_unit}</Derived>
        <NumberField form={form} field="average_unit_weight" label="Average unit weight" hint="lb" />
        <Derived label="Average unit price">{derived.average_unit_price}</Derived>
        <NumberField form={form} field="average_case_weight" label="Average case weight" hint="lb" />
        <Derived label="Average case price">{derived.average_case_price}</Derived>
        <NumberField form={form} field="stock_level" label="Stock level" />
      </div>
      {derived.missing.length > 0 && (
        <p className={classes.note} role="status">
          {missingWeight(derived.missing)}
        </p>
      )}
    </>
  )
}

/** Says what a weighed product without its average weight costs. */
export const missingWeight = (missing: readonly string[]): string =>
  `Without an average ${missing.join(' and ')} weight, a piece that nobody has weighed costs nothing.`
