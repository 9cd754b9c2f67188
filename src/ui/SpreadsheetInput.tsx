import type { Ref } from 'react'

interface SpreadsheetInputProps {
  /** The visible button presses it. */
  ref: Ref<HTMLInputElement>
  /** The name of the file, for screen readers. */
  label: string
  onFile: (file: File) => void
}

/** The hidden field for choosing a spreadsheet. */
export const SpreadsheetInput = ({ ref, label, onFile }: SpreadsheetInputProps) => (
  <input
    ref={ref}
    type="file"
    hidden
    accept=".csv,.xlsx"
    aria-label={label}
    onChange={({ currentTarget }) => {
      const [chosen] = currentTarget.files ?? []
      if (chosen) onFile(chosen)
      // The same file can be chosen again after a correction.
      currentTarget.value = ''
    }}
  />
)
