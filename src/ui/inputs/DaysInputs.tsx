import type { Days } from '#contract/day.ts'
import DayInput from './DayInput.tsx'

interface DaysInputsProps {
  /** `YYYY-MM-DD`, both included. */
  days: Days
  onDays: (days: Days) => void
  startLabel?: string
  endLabel?: string
  /** Lines below the fields. */
  startNote?: string
  endNote?: string
}

/** The first and the last day of something. One that is put beyond the other takes it along. */
export function DaysInputs({
  days: { start, end },
  onDays,
  startLabel = 'Start date',
  endLabel = 'End date',
  startNote,
  endNote,
}: DaysInputsProps) {
  return (
    <>
      <DayInput
        label={startLabel}
        note={startNote}
        required
        value={start}
        onChange={(day) => day && onDays({ start: day, end: day > end ? day : end })}
      />
      <DayInput
        label={endLabel}
        note={endNote}
        required
        value={end}
        onChange={(day) => day && onDays({ start: day < start ? day : start, end: day })}
      />
    </>
  )
}
