import { DateInput } from '@mantine/dates'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/dates/styles.css'
import { useRef, useState } from 'react'
import classes from './DayInput.module.css'
import { readDay, showDay } from '#src/ui/format.ts'

interface DayInputProps {
  label: string
  /** `YYYY-MM-DD`. */
  value: string | null
  /**
   * Called with a whole day of the calendar, typed or chosen; with null when an optional one is emptied by its button.
   */
  onChange: (day: string | null) => void
  required?: boolean
  /** A line below the field. */
  note?: string | undefined
}

/**
 * A day as MM/dd/yyyy, to type or to choose. Typed text counts when the field is left or Enter is pressed. If it is not
 * a day, the field shows the previous day and says so. Only the button of an optional field empties it.
 */
export default function DayInput({ label, value, onChange, required = false, note }: DayInputProps) {
  /** The text typed since the field last counted; null for none. */
  const typed = useRef<string | null>(null)
  const [said, setSaid] = useState<string | null>(null)

  /** Typing chooses nothing by itself: "11/2/2026" on the way to "11/28/2026" is not a day that the person means. */
  function noDayYet(text: string): null {
    typed.current = text
    setSaid(null)
    return null
  }
  function take(day: string | null) {
    typed.current = null
    setSaid(null)
    if (day !== value) onChange(day)
  }
  function settle() {
    const text = typed.current
    if (text === null) return
    const day = readDay(text)
    if (day !== null) return take(day)
    typed.current = null
    const before = value === null ? 'It stays empty.' : `It is ${showDay(value)} as before.`
    setSaid(`${text.trim() === '' ? 'No day was typed.' : `“${text.trim()}” is no day.`} ${before}`)
  }

  return (
    <DateInput
      label={label}
      description={note}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder="MM/DD/YYYY"
      size="md"
      inputMode="numeric"
      value={value}
      // A day is one of the calendar's. Without a day the text was emptied, which the parser does not learn.
      onChange={(day) => (day ? take(day.slice(0, 10)) : noDayYet(''))}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
      error={said}
      valueFormat={(day: string) => showDay(day)}
      dateParser={noDayYet}
      allowDeselect={false}
      clearable={!required}
      clearButtonProps={{ 'aria-label': `Empty ${label.toLowerCase()}`, onClick: () => take(null) }}
      firstDayOfWeek={0}
      // Mantine's red for weekends has too little contrast, and red is for what a person must do.
      weekendDays={[]}
      classNames={{ day: classes.day }}
      previousLabel="Previous month"
      nextLabel="Next month"
    />
  )
}
