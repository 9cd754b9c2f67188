import { STATE_LETTERS_MAX, completeAddress } from '#contract/people/address.ts'
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import type { ReactNode } from 'react'
import {
  ADDRESS_PARTS,
  addressField,
  CC_FIELDS,
  numeric,
  type ADDRESSES,
  type CustomerProblems,
  type CustomerValues,
  type Flag,
  type NUMBERS,
  type TextField,
} from './customer-form.ts'
import classes from './customers.module.css'

interface FieldsProps {
  values: CustomerValues
  change: (part: Partial<CustomerValues>) => void
  problems: CustomerProblems
}

/** What a text field of the form is made of; `clean` is what can be typed into it. */
const textOf = (
  { values, change, problems }: FieldsProps,
  field: TextField,
  label: string,
  clean: (typed: string) => string = (typed) => typed,
) => ({
  name: field,
  label,
  size: 'md' as const,
  autoComplete: 'off',
  error: problems[field],
  'aria-invalid': Boolean(problems[field]),
  value: values[field],
  onChange: (event: { currentTarget: { value: string } }) =>
    change({ [field]: clean(event.currentTarget.value) }),
})

/** Who it is: name, company, telephone, and what the books call it. */
export function WhoFields({ isNew, ...props }: FieldsProps & { isNew: boolean }) {
  return (
    <div className={classes.fields}>
      <TextInput {...textOf(props, 'name', 'Name')} required withAsterisk={false} maxLength={200} />
      <TextInput
        {...textOf(props, 'company_id', 'Company ID', (typed) => typed.replaceAll(/\D/g, ''))}
        description={isNew ? 'Empty: it gets a company of its own.' : 'Whose people see and order for it.'}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        maxLength={9}
      />
      <TextInput {...textOf(props, 'phone_number', 'Phone number')} type="tel" maxLength={50} />
      <TextInput {...textOf(props, 'qb_mapping', 'QuickBooks mapping')} maxLength={200} />
      <div className={classes.whole}>
        <Textarea
          {...textOf(props, 'internal_notes', 'Internal notes')}
          description="For the office alone: no customer and no picker sees them."
          autosize
          minRows={2}
          maxRows={8}
          maxLength={4_000}
        />
      </div>
    </div>
  )
}

const PARTS: Record<(typeof ADDRESS_PARTS)[number], { label: string; maxLength: number }> = {
  address_line1: { label: 'Address line 1', maxLength: 200 },
  address_line2: { label: 'Address line 2', maxLength: 200 },
  city: { label: 'City', maxLength: 100 },
  state: { label: 'State', maxLength: STATE_LETTERS_MAX },
  zip: { label: 'ZIP', maxLength: 20 },
}

/** C159: one address; the physical one shows as the one line that goes on labels. */
export function AddressFields({ of, ...props }: FieldsProps & { of: (typeof ADDRESSES)[number] }) {
  const { values } = props
  const parts = Object.fromEntries(
    ADDRESS_PARTS.map((part) => [part, values[addressField(of, part)].trim()]),
  ) as Record<(typeof ADDRESS_PARTS)[number], string>
  return (
    <Group title={of === 'physical_address' ? 'Physical address' : 'Billing address'}>
      <div className={classes.address}>
        {ADDRESS_PARTS.map((part) => (
          <TextInput
            key={part}
            // C237: what is too long for a state is cut, whatever way it comes in.
            {...textOf(props, addressField(of, part), PARTS[part].label, (typed) =>
              part === 'state' ? typed.toUpperCase().slice(0, STATE_LETTERS_MAX) : typed,
            )}
            maxLength={PARTS[part].maxLength}
          />
        ))}
      </div>
      {of === 'physical_address' && (
        <p className={classes.quiet}>
          On labels and lists: <output>{completeAddress(parts) || 'nothing yet'}</output>
        </p>
      )}
    </Group>
  )
}

const RATES: readonly (readonly [
  field: (typeof NUMBERS)[number],
  label: string,
  unit: '%' | '$' | 'days',
])[] = [
  ['sales_tax_rate', 'Sales tax rate', '%'],
  ['refrigerated_delivery_fee', 'Refrigerated delivery fee', '$'],
  ['late_order_fee', 'Late order fee', '$'],
  ['credit_card_charge_fee', 'Credit card charge fee', '%'],
  ['on_time_payment_discount_amount', 'On-time payment discount', '%'],
  ['on_time_payment_days_threshold', 'On-time payment threshold', 'days'],
]

/** C157, C239: rates and fees, each with its unit. */
export const RateFields = (props: FieldsProps) => (
  <Group title="Rates and fees">
    <div className={classes.fields}>
      {RATES.map(([field, label, unit]) => (
        <TextInput
          key={field}
          {...textOf(props, field, label, numeric)}
          inputMode="decimal"
          maxLength={14}
          {...(unit === '$' ? { leftSection: '$' } : { rightSection: unit, rightSectionWidth: 56 })}
        />
      ))}
    </div>
  </Group>
)

const FLAGS: readonly (readonly [flag: Flag, label: string, description: string])[] = [
  ['taxable', 'Taxable', 'Goods that are taxed are taxed here.'],
  ['fuel_surcharge', 'Fuel surcharge', 'It is charged fees for its delivery.'],
  ['lot_tracking_enabled', 'Lot tracking', 'Its lines need a lot code before they are invoiced.'],
  ['payments_enabled', 'Payments', 'It may pay its invoices online.'],
  ['units_quickbooks_mappings', 'QuickBooks mappings by unit', 'Units and cases go to the books apart.'],
]

/** C156, C158. */
export const FlagFields = ({ values, change }: FieldsProps) => (
  <Group title="What holds for its orders">
    <div className={classes.flags}>
      {FLAGS.map(([flag, label, description]) => (
        <Checkbox
          key={flag}
          name={flag}
          label={label}
          description={description}
          size="md"
          checked={values[flag]}
          onChange={({ currentTarget: { checked } }) => change({ [flag]: checked })}
        />
      ))}
    </div>
  </Group>
)

/** C240: four, of which any may stay empty. */
export const CcFields = (props: FieldsProps) => (
  <Group title="Copies of what is mailed go to">
    <div className={classes.fields}>
      {CC_FIELDS.map((field, n) => (
        <TextInput
          key={field}
          {...textOf(props, field, `CC address ${n + 1}`)}
          type="email"
          maxLength={254}
          autoCapitalize="none"
          spellCheck={false}
        />
      ))}
    </div>
  </Group>
)

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={classes.group}>
    <legend>{title}</legend>
    {children}
  </fieldset>
)
