import { DISCOUNT_MAX_PERCENT, THRESHOLD_DAYS_MAX } from '#contract/people/customer.ts'
import { STATE_LETTERS_MAX, completeAddress } from '#contract/people/address.ts'
import type { OfficeFormState } from '#src/kit/form/use-office-form.ts'
import { DecimalInput } from '#src/ui/inputs/DecimalInput.tsx'
import { COUNT_RULE, decimalOf, MONEY_RULE, type NumberRule } from '#src/ui/inputs/decimal.ts'
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import type { ReactNode } from 'react'
import {
  ADDRESS_PARTS,
  type ADDRESSES,
  type CustomerValues,
  type CustomerFlag,
  type NUMBERS,
} from './customer-form.ts'
import classes from './customers.module.css'

interface FieldsProps {
  form: OfficeFormState<CustomerValues>
}

/** Returns the props of a text field of the form; `clean` reduces typed text to the permitted signs. */
function textOf({ form }: FieldsProps, path: string, label: string, clean?: (typed: string) => string) {
  const { onChange, ...field } = form.field(path)
  return {
    ...field,
    label,
    size: 'md' as const,
    autoComplete: 'off',
    onChange: clean
      ? ({ currentTarget }: { currentTarget: { value: string } }) => onChange(clean(currentTarget.value))
      : onChange,
  }
}

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
  const { form } = props
  return (
    <Group title={of === 'physical_address' ? 'Physical address' : 'Billing address'}>
      <div className={classes.address}>
        {ADDRESS_PARTS.map((part) => (
          <TextInput
            key={part}
            // Text that is too long for a state is cut, typed or pasted.
            {...textOf(props, `${of}.${part}`, PARTS[part].label, (typed) =>
              part === 'state' ? typed.toUpperCase().slice(0, STATE_LETTERS_MAX) : typed,
            )}
            maxLength={PARTS[part].maxLength}
          />
        ))}
      </div>
      {of === 'physical_address' && (
        <p className={classes.quiet}>
          On labels and lists: <output>{completeAddress(form.values[of]) || 'nothing yet'}</output>
        </p>
      )}
    </Group>
  )
}

const RATES: readonly (readonly [
  field: (typeof NUMBERS)[number],
  label: string,
  unit: '%' | '$' | 'days',
  rule: NumberRule,
])[] = [
  ['sales_tax_rate', 'Sales tax rate', '%', { places: 4, max: '100' }],
  ['refrigerated_delivery_fee', 'Refrigerated delivery fee', '$', MONEY_RULE],
  ['late_order_fee', 'Late order fee', '$', MONEY_RULE],
  ['credit_card_charge_fee', 'Credit card charge fee', '%', { places: 4, max: '100' }],
  [
    'on_time_payment_discount_amount',
    'On-time payment discount',
    '%',
    { places: 4, max: String(DISCOUNT_MAX_PERCENT) },
  ],
  [
    'on_time_payment_days_threshold',
    'On-time payment threshold',
    'days',
    { ...COUNT_RULE, max: String(THRESHOLD_DAYS_MAX) },
  ],
]

/** Card networks allow no more in most places. */
const CARD_FEE_USUAL_PERCENT = 3

/** C157, C239: rates and fees, each with its unit. */
export const RateFields = ({ form }: FieldsProps) => (
  <Group title="Rates and fees">
    <div className={classes.fields}>
      {RATES.map(([field, label, unit, rule]) => (
        <DecimalInput
          key={field}
          {...form.field(field)}
          label={label}
          rule={rule}
          description={
            field === 'credit_card_charge_fee' &&
            Number(decimalOf(form.values[field])) > CARD_FEE_USUAL_PERCENT
              ? `More than ${CARD_FEE_USUAL_PERCENT} %: card networks may not allow it.`
              : undefined
          }
          {...(unit === '$' ? { leftSection: '$' } : { rightSection: unit, rightSectionWidth: 56 })}
        />
      ))}
    </div>
  </Group>
)

const FLAGS: readonly (readonly [flag: CustomerFlag, label: string, description: string])[] = [
  ['taxable', 'Taxable', 'Goods that are taxed are taxed here.'],
  ['fuel_surcharge', 'Fuel surcharge', 'It is charged fees for its delivery.'],
  ['lot_tracking_enabled', 'Lot tracking', 'Its lines need a lot code before they are invoiced.'],
  ['payments_enabled', 'Payments', 'It may pay its invoices online.'],
  ['units_quickbooks_mappings', 'QuickBooks mappings by unit', 'Units and cases go to the books apart.'],
]

/** C156, C158. */
export const FlagFields = ({ form }: FieldsProps) => (
  <Group title="What holds for its orders">
    <div className={classes.flags}>
      {FLAGS.map(([flag, label, description]) => (
        <Checkbox
          key={flag}
          label={label}
          description={description}
          size="md"
          {...form.field(flag, 'checkbox')}
        />
      ))}
    </div>
  </Group>
)

/** C240: four, of which any may stay empty. */
export const CcFields = (props: FieldsProps) => (
  <Group title="Copies of what is mailed go to">
    <div className={classes.fields}>
      {[...props.form.values.cc_addresses.keys()].map((n) => (
        <TextInput
          key={n}
          {...textOf(props, `cc_addresses.${n}`, `CC address ${n + 1}`)}
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
