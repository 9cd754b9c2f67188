/** What is typed into the settings and not saved: kept over a reload, and asked about when the screen is left. */
import { SETTING_NAMES } from '#contract/settings/answer.ts'
import type { SettingName } from '#contract/settings/settings.ts'
import { byName } from '#src/kit/by-name.ts'
import { keepDraft, readDraft } from '#src/kit/draft.ts'
import { useMemo, useState } from 'react'

export interface TypedSettings {
  /** Returns the text that an earlier visit has left in this field; null for none. */
  found: (name: SettingName) => string | null
  /** Keeps the text of a field; null where it is as it is stored. */
  keep: (name: SettingName, text: string | null) => void
  hasTyped: () => boolean
}

const NO_TEXTS = byName(SETTING_NAMES, () => '')

/** Returns the texts of this person, and whether those of an earlier visit show again. `visit` changes with each discard. */
export function useTypedSettings(person: number) {
  const draft = `${person}/settings`
  const [typed] = useState(() => new Map(Object.entries(readDraft(draft, NO_TEXTS))))
  const [isRestored, setRestored] = useState(typed.size > 0)
  const [visit, setVisit] = useState(0)
  const settings = useMemo<TypedSettings>(
    () => ({
      found(name) {
        const text = typed.get(name)
        return typeof text === 'string' ? text : null
      },
      keep(name, text) {
        if (text === null) typed.delete(name)
        else typed.set(name, text)
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
