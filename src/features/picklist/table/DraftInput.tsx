import { IconRotate2 } from '@tabler/icons-react'
import { useId, useState, type KeyboardEvent } from 'react'
import classes from './fields.module.css'
import { BLOCKED_QUANTITY_KEYS } from '#contract/picking/presses.ts'

interface DraftInputProps {
  /** The name of the field and of its item. */
  label: string
  value: string
  /** Returns the value that a typed text means, or null if it means none: the value then stays. */
  read: (typed: string) => string | null
  /** Returns what is wrong with a typed text, in words, or null. The words show while it is typed; nothing is stored. */
  problemOf?: (typed: string) => string | null
  /** Stores the value. Resolves to why it could not be stored, or null. */
  onSet: (value: string) => Promise<string | null>
  /** Why nothing can be changed now. */
  reason: string | null
  kind: 'count' | 'money' | 'text'
  /** The number that was ordered first, where this one differs (A201), and the way back to it (A202). */
  overridden?: { original: number; onReset: () => void } | undefined
  placeholder?: string
  /** The field's name in its row: Enter goes to the field of this name in the next row. */
  field: string
}

/** A field of a row. It is stored when it is left or Enter is pressed. Escape takes the typing back. */
export function DraftInput(props: DraftInputProps) {
  const { label, value, read, problemOf, onSet, reason, kind, overridden, placeholder, field } = props
  const [draft, setDraft] = useState<string | null>(null)
  // The value on show when the typing began, and what became of it meanwhile through another person.
  const [from, setFrom] = useState(value)
  const [missed, setMissed] = useState<string | null>(null)
  // The field shows values that it just stored until the device's rows have them too, so that the old value never
  // flashes up. The rows get several such values one after the other; any other value is another person's.
  const [own, setOwn] = useState<readonly string[]>([])
  const stored = own.at(-1) ?? null
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setOwn(own.includes(value) ? own.slice(own.indexOf(value) + 1) : [])
    setMissed(null)
  }
  const shown = draft ?? stored ?? value
  const wrong = draft === null ? missed : (problemOf?.(draft) ?? null)
  const describedBy = useId()
  const wrongBy = useId()

  function type(text: string) {
    if (draft === null) setFrom(stored ?? value)
    setMissed(null)
    setDraft(text)
  }

  async function settle() {
    if (draft === null || wrong !== null) return
    setDraft(null)
    const next = read(draft)
    const now = stored ?? value
    if (next === null || next === now) return
    // As on the scan screen, a person does not overwrite unseen a value that another person stored meanwhile.
    if (from !== now)
      return setMissed(`It became ${now || 'empty'} while ${draft} was typed. Type it again if it is right.`)
    setOwn((before) => [...before, next])
    if ((await onSet(next)) !== null) setOwn((before) => before.filter((one) => one !== next))
  }

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    if (kind === 'count' && BLOCKED_QUANTITY_KEYS.has(event.key)) event.preventDefault()
    if (event.key === 'Escape' && (draft ?? missed) !== null) {
      event.stopPropagation()
      setDraft(null)
      setMissed(null)
    }
    if (event.key !== 'Enter') return
    const next = below(event.currentTarget, field)
    // To leave the field stores what was typed: once, so that one Undo takes it back.
    if (next) next.focus()
    else void settle()
  }

  return (
    <span className={classes.field} data-overridden={overridden !== undefined || undefined}>
      <input
        className={classes.input}
        data-kind={kind}
        data-field={field}
        type="text"
        inputMode={kind === 'count' ? 'numeric' : kind === 'money' ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-describedby={wrong !== null ? wrongBy : overridden ? describedBy : undefined}
        aria-invalid={wrong !== null}
        disabled={reason !== null}
        title={reason ?? undefined}
        placeholder={placeholder}
        value={shown}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKey}
        onBlur={() => void settle()}
      />
      {wrong !== null && (
        <span id={wrongBy} className={classes.wrong} role="alert">
          {wrong}
        </span>
      )}
      {overridden && (
        <>
          <span id={describedBy} className={classes.was}>
            was {overridden.original}
          </span>
          {reason === null && (
            <button
              type="button"
              className={classes.reset}
              aria-label={`Reset ${label} to ${overridden.original}`}
              title={`Reset to ${overridden.original}`}
              onClick={overridden.onReset}
            >
              <IconRotate2 size={16} aria-hidden />
            </button>
          )}
        </>
      )}
    </span>
  )
}

/** The same field of the next row, as in a spreadsheet. */
function below(input: HTMLElement, field: string): HTMLInputElement | null | undefined {
  let row = input.closest('[data-row]')?.nextElementSibling
  // Between rows that are drawn apart there is room for those in between.
  while (row && !row.matches('[data-row]')) row = row.nextElementSibling
  return row?.querySelector<HTMLInputElement>(`[data-field="${field}"]:enabled`)
}
