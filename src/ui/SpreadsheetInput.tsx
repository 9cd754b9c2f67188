import type { Ref } from 'react'

interface SpreadsheetInputProps {
  /** Its button presses it. */
  ref: Ref<HTMLInputElement>
  /** What the file is, for who hears it. */
  label: string
  onFile: (file: File) => void
}

/** The hidden field in which a spreadsheet is chosen. */
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
      // The same file can be chosen again after it was mended.
      currentTarget.value = ''
    }}
  />
)
