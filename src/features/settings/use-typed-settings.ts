/** What is typed into the settings and not saved: kept over a reload, and asked about when the screen is left. */
import { SETTING_NAMES } from '#contract/settings/answer.ts'
import type { SettingName } from '#contract/settings/settings.ts'
import { byName } from '#src/kit/list/by-name.ts'
import { keepDraft, readDraft } from '#src/kit/form/draft.ts'
import { useMemo, useState } from 'react'

/** A text that is typed over a stored value. */
export interface TypedSetting {
  text: string
  /** The stored value that the person saw when the typing began; null for the default. */
  base: string | null
}

export interface TypedSettings {
  /** Returns what an earlier visit has left in this field; null for nothing. */
  found: (name: SettingName) => TypedSetting | null
  /** Keeps what is typed into a field; null where it is as it is stored. */
  keep: (name: SettingName, typed: TypedSetting | null) => void
  hasTyped: () => boolean
}

/** A kept field is a list of its text and its base. */
const NO_TEXTS = byName(SETTING_NAMES, () => [])

/** Returns the texts of this person, and whether those of an earlier visit show again. `visit` changes with each discard. */
export function useTypedSettings(person: number) {
  const draft = `${person}/settings`
  const [typed] = useState(() => new Map(Object.entries(readDraft(draft, NO_TEXTS))))
  const [isRestored, setRestored] = useState(typed.size > 0)
  const [visit, setVisit] = useState(0)
  const settings = useMemo<TypedSettings>(
    () => ({
      found(name) {
        const kept = typed.get(name)
        const [text, base] = Array.isArray(kept) ? (kept as unknown[]) : []
        return typeof text === 'string' ? { text, base: typeof base === 'string' ? base : null } : null
      },
      keep(name, field) {
        if (field === null) typed.delete(name)
        else typed.set(name, [field.text, field.base])
        keepDraft(draft, Object.fromEntries(typed))
        if (typed.size === 0) setRestored(false)
      },
      hasTyped: () => typed.size > 0,
    }),
    [draft, typed],
  )
  function discard() {
    typed.clear()
    keepDraft(draft, {})
    setRestored(false)
    setVisit((now) => now + 1)
  }
  return { settings, isRestored, visit, discard }
}
