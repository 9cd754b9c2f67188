/** The fields of the product form: each knows what is typed into it, what is wrong with it, and what the supplier says. */
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import type { ReactNode } from 'react'
import type {
  FlagField,
  NumberField as NumberName,
  ProductProblems,
  ProductValues,
  TextField as TextName,
} from './product-form.ts'
import classes from './products.module.css'

/** What every field is handed. */
export interface Form {
  values: ProductValues
  change: (part: Partial<ProductValues>) => void
  problems: ProductProblems
  /** C148: field → what the supplier's feed says of it. */
  overridden: Record<string, unknown>
}

interface FieldProps<Name> {
  form: Form
  field: Name
  label: string
  hint?: string
}

/** C148: that the house says something else than the supplier, and what the supplier says. */
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

/** The supplier's value of a field as the form would have it; null where the house says the same. */
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
      name={field}
      label={label}
      description={describe(props)}
      inputWrapperOrder={ORDER}
      size="md"
      required={required}
      withAsterisk={false}
      maxLength={maxLength}
      autoComplete="off"
      error={form.problems[field]}
      value={form.values[field]}
      onChange={({ currentTarget }) => form.change({ [field]: currentTarget.value })}
    />
  )
}

export function LongTextField({ maxLength, ...props }: FieldProps<TextName> & { maxLength: number }) {
  const { form, field, label } = props
  return (
    <Textarea
      className={classes.alone}
      name={field}
      label={label}
      description={describe(props)}
      inputWrapperOrder={ORDER}
      size="md"
      rows={3}
      maxLength={maxLength}
      error={form.problems[field]}
      value={form.values[field]}
      onChange={({ currentTarget }) => form.change({ [field]: currentTarget.value })}
    />
  )
}

/** C225: never below 0. What the wheel passes over does not change. */
export function NumberField({ step = '1', ...props }: FieldProps<NumberName> & { step?: string }) {
  const { form, field, label } = props
  return (
    <TextInput
      name={field}
      label={label}
      description={describe(props)}
      inputWrapperOrder={ORDER}
      size="md"
      type="number"
      inputMode={step === '1' ? 'numeric' : 'decimal'}
      min={0}
      step={step}
      autoComplete="off"
      classNames={{ input: classes.number }}
      onWheel={({ currentTarget }) => currentTarget.blur()}
      error={form.problems[field]}
      value={form.values[field]}
      onChange={({ currentTarget }) => form.change({ [field]: currentTarget.value })}
    />
  )
}

export function FlagBox({ form, field, label, hint }: FieldProps<FlagField>) {
  return (
    <Checkbox
      name={field}
      label={label}
      description={hint}
      size="md"
      checked={form.values[field]}
      onChange={({ currentTarget }) => form.change({ [field]: currentTarget.checked })}
    />
  )
}

/** What follows from other fields, beside them: shown, and not to be typed into. */
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

/** The note of an overridden field stands below its input, so that inputs side by side stay in line. */
export const ORDER: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]
