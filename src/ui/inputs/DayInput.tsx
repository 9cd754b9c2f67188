import { DateInput } from '@mantine/dates'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/dates/styles.css'
import classes from './DayInput.module.css'
import { readDay, showDay } from '#src/ui/format.ts'

interface DayInputProps {
  label: string
  /** `YYYY-MM-DD`. */
  value: string | null
  /** Called with a whole day that a calendar has, typed or chosen; with null when an optional one is emptied. */
  onChange: (day: string | null) => void
  required?: boolean
}

/** A day as MM/dd/yyyy, to type or to choose. */
export default function DayInput({ label, value, onChange, required = false }: DayInputProps) {
  return (
    <DateInput
      label={label}
      placeholder="MM/DD/YYYY"
      size="md"
      inputMode="numeric"
      value={value}
      onChange={(day) => onChange(day ? day.slice(0, 10) : null)}
      valueFormat={(day: string) => showDay(day)}
      dateParser={readDay}
      clearable={!required}
      clearButtonProps={{ 'aria-label': `Empty ${label.toLowerCase()}` }}
      firstDayOfWeek={0}
      // Mantine's red for weekends has too little contrast, and red is for what a person must do.
      weekendDays={[]}
      classNames={{ day: classes.day }}
      previousLabel="Previous month"
      nextLabel="Next month"
    />
  )
}
