import type { SettingEntry } from '#contract/settings/answer.ts'
import { SETTING_CHARACTERS } from '#contract/settings/answer.ts'
import { SETTING_WORDS, type SettingName } from '#contract/settings/settings.ts'
import { ApiError, errorText } from '#src/api/errors.ts'
import { usePress } from '#src/kit/form/use-press.ts'
import { useCall } from '#src/kit/form/use-save.tsx'
import { Button } from '#src/ui/Button.tsx'
import { showTime } from '#src/ui/show-time.ts'
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import { SETTING_FIELDS, shownLines, storedLines } from './groups.ts'
import { changeSetting, SETTINGS } from './queries.ts'
import classes from './settings.module.css'
import type { TypedSetting, TypedSettings } from './use-typed-settings.ts'

interface OneSettingProps {
  entry: SettingEntry
  /** Why nothing can be changed now. */
  offline: string | null
  /** What is typed and not saved, of all settings. */
  texts: TypedSettings
}

/** The field's name is beside it, so the message needs none. */
const explain = (error: unknown) => errorText(error).replace(/^value: /i, '')
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * One setting: its field, its effect, and its last change. It is saved on its own and confirms that beside the field.
 */
export function OneSetting({ entry, offline, texts }: OneSettingProps) {
  const { name, value, default_value } = entry
  const { label, kind, options = [], words = SETTING_WORDS[name] } = SETTING_FIELDS[name]
  const held = value ?? default_value
  const toShown = (stored: string) => (kind === 'lines' ? shownLines(stored) : stored)
  const { typed, type, saved, save, isBusy, problem } = useSettingSave(entry, texts)
  const noteId = useId()
  const shown = typed?.text ?? toShown(held)
  const next = kind === 'lines' ? storedLines(shown) : shown.trim()
  const optionOf = (held: string) => options.find((option) => option.value === held)?.label ?? held
  const defaultWords = default_value === '' ? 'nothing' : optionOf(default_value).replaceAll('|', ', ')
  const isChanged = typed !== null && next !== held
  useEffect(() => texts.keep(name, isChanged ? typed : null), [texts, name, isChanged, typed])

  const input: SettingInput = {
    error: problem,
    'aria-describedby': noteId,
    value: shown,
    onChange: ({ currentTarget }) =>
      type({ text: currentTarget.value, base: isChanged ? typed.base : value }),
  }

  return (
    <form
      className={classes.setting}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !offline && !isBusy) void save(next, 'Saved')
      }}
    >
      <SettingField
        name={name}
        held={held}
        input={input}
        disabled={isBusy || offline !== null}
        onPick={(picked) => void save(picked, 'Saved')}
      />
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
          <SavedNote
            words={saved.words}
            isBusy={isBusy}
            onUndo={() => void save(saved.before, 'Undone', saved)}
          />
        )}
      </div>
    </form>
  )
}

/** A save that was done: the values before and after it. */
interface SavedChange {
  before: string | null
  after: string | null
  words: string
}

/** Saves a setting. It holds the typed text until then, and afterwards the previous value, for Undo. */
function useSettingSave({ name, value }: SettingEntry, texts: TypedSettings) {
  /** What is typed and unsaved; null where the field shows the stored value. */
  const [typed, setTyped] = useState(() => texts.found(name))
  // Another person's change was reported: the value that is read now is the one that the person sees.
  const [isRefused, setRefused] = useState(false)
  if (isRefused && typed && typed.base !== value) setTyped({ ...typed, base: value })
  const [saved, setSaved] = useState<SavedChange | null>(null)
  const { press, isBusy, problem, forget } = usePress(explain)
  const send = useCall({ call: changeSetting, invalidates: [SETTINGS.queryKey] })
  function type(next: TypedSetting) {
    setTyped(next)
    setRefused(false)
    forget()
    setSaved(null)
  }
  /** @param undone the own save that is undone: another person's save after it is refused, not overwritten */
  const save = (to: string | null, words: string, undone: SavedChange | null = null) =>
    press(async () => {
      setSaved(null)
      setRefused(false)
      const seen = typed ? typed.base : value
      try {
        await send({ name, value: to, base: undone ? undone.after : seen })
      } catch (error) {
        setRefused(error instanceof ApiError && error.status === 409)
        throw error
      }
      // Text that is typed after the sending stays, with its Save. Undo sends nothing that is in the field.
      const sent = undone ? null : typed
      setTyped((now) => (now && now.text !== sent?.text ? { ...now, base: to } : null))
      setSaved({ before: undone ? null : seen, after: to, words })
    })
  return { typed, type, saved, save, isBusy, problem }
}

/** The props of a field. */
interface SettingInput {
  error: string | null
  'aria-describedby': string
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
}

interface SettingFieldProps {
  name: SettingName
  /** The current value: the stored one, or the default. */
  held: string
  input: SettingInput
  /** For a switch and for a choice. */
  disabled: boolean
  /** Saves the value of a switch or a choice at once. */
  onPick: (value: string) => void
}

function SettingField({ name, held, input, disabled, onPick }: SettingFieldProps) {
  const { label, kind, unit, options = [] } = SETTING_FIELDS[name]
  if (kind === 'switch')
    return (
      <Switch
        label={label}
        size="md"
        checked={held === 'on'}
        disabled={disabled}
        aria-describedby={input['aria-describedby']}
        onChange={(event) => onPick(event.currentTarget.checked ? 'on' : 'off')}
      />
    )
  if (kind === 'choice')
    return (
      <NativeSelect
        {...input}
        label={label}
        size="md"
        data={options}
        value={held}
        disabled={disabled}
        onChange={(event) => onPick(event.currentTarget.value)}
      />
    )
  const field = { ...input, label, size: 'md', maxLength: SETTING_CHARACTERS } as const
  if (kind === 'lines') return <Textarea {...field} autosize minRows={2} maxRows={8} />
  return (
    <TextInput
      {...field}
      autoComplete="off"
      inputMode={kind === 'number' ? 'numeric' : undefined}
      type={kind === 'time' ? 'time' : 'text'}
      rightSection={unit && <span className={classes.unit}>{unit}</span>}
      rightSectionWidth={unit ? 72 : undefined}
    />
  )
}

const SavedNote = ({ words, isBusy, onUndo }: { words: string; isBusy: boolean; onUndo: () => void }) => (
  <span role="status" className={classes.saved}>
    {words}
    {words !== 'Undone' && (
      <Button isBusy={isBusy} onClick={onUndo}>
        Undo
      </Button>
    )}
  </span>
)

/** Says who changed it last, and when; empty where it has not been changed. */
function lastChange({ changed_by, changed_at }: SettingEntry): string {
  if (changed_at === null) return ''
  return `Changed by ${changed_by || 'the server’s command line'}, ${showTime(changed_at)}.`
}
