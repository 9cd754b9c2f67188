/** The fields of the product form. Each shows its text, its problem, and the supplier's value. */
import type { OfficeFormState } from '#src/kit/form/use-office-form.ts'
import { CountInput } from '#src/ui/inputs/CountInput.tsx'
import { MoneyInput } from '#src/ui/inputs/MoneyInput.tsx'
import { WeightInput } from '#src/ui/inputs/WeightInput.tsx'
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import type { ReactNode } from 'react'
import {
  PLACES,
  RULES,
  type FlagField,
  type NumberFieldName as NumberName,
  type ProductValues,
  type TextFieldName as TextName,
} from './product-form.ts'
import classes from './products.module.css'

/** The props of every field. */
export interface Form extends Pick<
  OfficeFormState<ProductValues>,
  'values' | 'change' | 'problems' | 'field'
> {
  /** C148: field → the value in the supplier's feed. */
  overridden: Record<string, unknown>
}

interface FieldProps<Name> {
  form: Form
  field: Name
  label: string
  hint?: string
}

/** C148: says that the house's value differs from the supplier's, and names the supplier's. */
export function OverrideNote({ original, onUse }: { original: string; onUse: () => void }) {
  return (
    <span className={classes.overridden}>
      Overridden here. The supplier says: <b>{original || 'nothing'}</b>{' '}
      <button type="button" onClick={onUse}>
        Use the supplier’s
      </button>
    </span>
  )
}

/** The supplier's value of a field as a form value; null where the house has the same. */
export function originalOf(form: Form, field: string): string | null {
  if (!(field in form.overridden)) return null
  const original = form.overridden[field]
  return typeof original === 'string' || typeof original === 'number' ? String(original) : ''
}

function describe({ form, field, hint }: FieldProps<TextName | NumberName | 'upc'>): ReactNode {
  const original = originalOf(form, field)
  if (original === null) return hint
  return <OverrideNote original={original} onUse={() => form.change({ [field]: original })} />
}

export function TextField({
  required = false,
  long = false,
  maxLength,
  ...props
}: FieldProps<TextName | 'upc'> & { required?: boolean; long?: boolean; maxLength: number }) {
  const { form, field, label } = props
  return (
    <TextInput
      className={long ? classes.long : undefined}
      label={label}
      description={describe(props)}
      inputWrapperOrder={ORDER}
      size="md"
      required={required}
      withAsterisk={false}
      maxLength={maxLength}
      autoComplete="off"
      {...form.field(field)}
    />
  )
}

export function LongTextField({ maxLength, ...props }: FieldProps<TextName> & { maxLength: number }) {
  const { form, field, label } = props
  return (
    <Textarea
      className={classes.alone}
      label={label}
      description={describe(props)}
      inputWrapperOrder={ORDER}
      size="md"
      rows={3}
      maxLength={maxLength}
      {...form.field(field)}
    />
  )
}

const INPUTS = { 0: CountInput, 2: MoneyInput, 3: WeightInput }

/** C225: never below 0. */
export function NumberField(props: FieldProps<NumberName>) {
  const { form, field, label } = props
  const places = PLACES[field]
  const Input = INPUTS[places]
  return (
    <Input
      label={label}
      description={describe(props)}
      inputWrapperOrder={ORDER}
      max={RULES[places].max}
      {...form.field(field)}
    />
  )
}

export function FlagBox({ form, field, label, hint }: FieldProps<FlagField>) {
  return <Checkbox label={label} description={hint} size="md" {...form.field(field, 'checkbox')} />
}

/** A value that is derived from other fields, shown beside them and read-only. */
export function Derived({ label, children }: { label: string; children: string }) {
  return (
    <TextInput
      label={label}
      size="md"
      readOnly
      tabIndex={-1}
      variant="filled"
      classNames={{ input: classes.number }}
      value={children}
    />
  )
}

/** The note of an overridden field is below its input, so that inputs side by side stay in line. */
export const ORDER: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]
