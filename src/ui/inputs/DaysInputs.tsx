import type { Days } from '#contract/day.ts'
import DayInput from './DayInput.tsx'

interface DaysInputsProps {
  /** `YYYY-MM-DD`, both included. */
  days: Days
  onDays: (days: Days) => void
  startLabel?: string
  endLabel?: string
}

/** The first and the last day of something. One that is put beyond the other takes it along. */
export function DaysInputs({
  days: { start, end },
  onDays,
  startLabel = 'Start date',
  endLabel = 'End date',
}: DaysInputsProps) {
  return (
    <>
      <DayInput
        label={startLabel}
        required
        value={start}
        onChange={(day) => day && onDays({ start: day, end: day > end ? day : end })}
      />
      <DayInput
        label={endLabel}
        required
        value={end}
        onChange={(day) => day && onDays({ start: day < start ? day : start, end: day })}
      />
    </>
  )
}
