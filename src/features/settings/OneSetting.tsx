import type { SettingEntry } from '#contract/settings/answer.ts'
import { SETTING_LENGTH } from '#contract/settings/answer.ts'
import { SETTING_WORDS } from '#contract/settings/settings.ts'
import { errorText } from '#src/api/errors.ts'
import { usePress } from '#src/kit/use-press.ts'
import { useCall } from '#src/kit/use-save.tsx'
import { Button } from '#src/ui/Button.tsx'
import { showTime } from '#src/ui/show-time.ts'
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { SETTING_FIELDS, shownLines, storedLines } from './groups.ts'
import { changeSetting, SETTINGS } from './queries.ts'
import classes from './settings.module.css'

interface OneSettingProps {
  entry: SettingEntry
  /** Why nothing can be changed now. */
  offline: string | null
}

/** The field is named beside it. */
const explain = (error: unknown) => errorText(error).replace(/^value: /i, '')
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** One setting: its field, what it does, who changed it last. It is saved alone, and says so in its place. */
export function OneSetting({ entry, offline }: OneSettingProps) {
  const { name, value, default_value } = entry
  const { label, kind, unit, options = [], words = SETTING_WORDS[name] } = SETTING_FIELDS[name]
  const held = value ?? default_value
  const toShown = (stored: string) => (kind === 'lines' ? shownLines(stored) : stored)
  /** What was typed and not saved; null where the field shows what is stored. */
  const [typed, setTyped] = useState<string | null>(null)
  const [saved, setSaved] = useState<{ before: string | null; words: string } | null>(null)
  const { press, isBusy, problem, forget } = usePress(explain)
  const send = useCall({ call: changeSetting, invalidates: [SETTINGS.queryKey] })
  const noteId = useId()
  const shown = typed ?? toShown(held)
  const next = kind === 'lines' ? storedLines(shown) : shown.trim()
  const optionOf = (held: string) => options.find((option) => option.value === held)?.label ?? held
  const defaultWords = default_value === '' ? 'nothing' : optionOf(default_value).replaceAll('|', ', ')
  const isChanged = typed !== null && next !== held

  const save = (to: string | null, words: string, isUndo = false) =>
    press(async () => {
      setSaved(null)
      await send({ name, value: to })
      setTyped(null)
      setSaved({ before: isUndo ? null : value, words })
    })
  const field = {
    label,
    size: 'md',
    error: problem,
    'aria-describedby': noteId,
    value: shown,
    maxLength: SETTING_LENGTH,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setTyped(currentTarget.value)
      forget()
      setSaved(null)
    },
  } as const

  return (
    <form
      className={classes.setting}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !offline) void save(next, 'Saved')
      }}
    >
      {kind === 'switch' ? (
        <Switch
          label={label}
          size="md"
          checked={held === 'on'}
          disabled={isBusy || offline !== null}
          aria-describedby={noteId}
          onChange={(event) => void save(event.currentTarget.checked ? 'on' : 'off', 'Saved')}
        />
      ) : kind === 'choice' ? (
        <NativeSelect
          label={label}
          size="md"
          data={options}
          value={held}
          error={problem}
          disabled={isBusy || offline !== null}
          aria-describedby={noteId}
          onChange={(event) => void save(event.currentTarget.value, 'Saved')}
        />
      ) : kind === 'lines' ? (
        <Textarea {...field} autosize minRows={2} maxRows={8} />
      ) : (
        <TextInput
          {...field}
          autoComplete="off"
          inputMode={kind === 'number' ? 'numeric' : undefined}
          type={kind === 'time' ? 'time' : 'text'}
          rightSection={unit && <span className={classes.unit}>{unit}</span>}
          rightSectionWidth={unit ? 72 : undefined}
        />
      )}
      <p id={noteId} className={classes.note}>
        {capital(words)}. {lastChange(entry)}
      </p>
      {kind === 'switch' && problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <div className={classes.acts}>
        {isChanged && (
          <Button isSubmit kind="main" isBusy={isBusy} reason={offline}>
            Save
          </Button>
        )}
        {value !== null && (
          <Button isBusy={isBusy} reason={offline} onClick={() => void save(null, 'The default is back')}>
            Default: {defaultWords}
          </Button>
        )}
        {saved && (
          <span role="status" className={classes.saved}>
            {saved.words}
            {saved.words !== 'Undone' && (
              <Button isBusy={isBusy} onClick={() => void save(saved.before, 'Undone', true)}>
                Undo
              </Button>
            )}
          </span>
        )}
      </div>
    </form>
  )
}

/** Who changed it last, and when; empty where nobody has. */
function lastChange({ changed_by, changed_at }: SettingEntry): string {
  if (changed_at === null) return ''
  return `Changed by ${changed_by || 'the server’s command line'}, ${showTime(changed_at)}.`
}
