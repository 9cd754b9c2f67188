import { isAmbiguousNumber, readFileNumber, type CommaReading, type Commas } from '#contract/file-number.ts'
import { NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import { plural } from '../format.ts'

interface CommaChoicesProps<Field extends string> {
  /** The columns with numbers, and what each is called. */
  columns: readonly { field: Field; label: string }[]
  /** The numbers of a column as they are written. */
  writtenIn: (field: Field) => readonly string[]
  commas: Commas<Field>
  disabled: boolean
  onChange: (commas: Commas<Field>) => void
}

/**
 * How the commas of a file's columns are read, one choice for each column where they can be a decimal point or part thousands
 * (docs/decisions/0234).
 */
export function CommaChoices<Field extends string>({
  columns,
  writtenIn,
  commas,
  disabled,
  onChange,
}: CommaChoicesProps<Field>) {
  return columns.map(({ field, label }) => {
    const ambiguous = writtenIn(field).filter(isAmbiguousNumber)
    const [first] = ambiguous
    if (first === undefined) return null
    const option = (value: CommaReading) => ({ value, label: `${first} is ${readFileNumber(first, value)}` })
    return (
      <NativeSelect
        key={field}
        label={`Commas in ${label}`}
        description={`${plural(ambiguous.length, 'number')} can be read in two ways.`}
        size="md"
        maw={360}
        disabled={disabled}
        value={commas[field] ?? 'point'}
        onChange={({ currentTarget }) =>
          onChange({ ...commas, [field]: currentTarget.value as CommaReading })
        }
        data={[option('point'), option('thousands')]}
      />
    )
  })
}
