import { readFileNumber, type CommaReading } from '#contract/file-number.ts'
import { NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import { plural } from '../format.ts'

interface CommaChoiceProps {
  /** Of the column. */
  label: string
  /** Its numbers that can be read in two ways, as they are written. */
  written: readonly string[]
  reading: CommaReading
  disabled?: boolean
  onChange: (reading: CommaReading) => void
}

/** How the commas of a file's column are read, where they can be a decimal point or part thousands (docs/decisions/0234). */
export function CommaChoice({ label, written, reading, disabled = false, onChange }: CommaChoiceProps) {
  const [first = ''] = written
  const option = (value: CommaReading) => ({ value, label: `${first} is ${readFileNumber(first, value)}` })
  return (
    <NativeSelect
      label={`Commas in ${label}`}
      description={`${plural(written.length, 'number')} can be read in two ways.`}
      size="md"
      maw={360}
      disabled={disabled}
      value={reading}
      onChange={({ currentTarget }) => onChange(currentTarget.value as CommaReading)}
      data={[option('point'), option('thousands')]}
    />
  )
}
