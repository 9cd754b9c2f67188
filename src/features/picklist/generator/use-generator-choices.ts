import { sameJson } from '#contract/sync/merge.ts'
import type { PickListSearch } from '#src/paths.ts'
import { useState } from 'react'

/** The choices, which the fields show at once. The address follows a moment later. */
export function useGeneratorChoices(
  given: PickListSearch,
  onChoices: (choices: PickListSearch) => void,
): [choices: PickListSearch, change: (part: PickListSearch) => void] {
  const [choices, setChoices] = useState(given)
  const [seen, setSeen] = useState(given)
  if (!sameJson(seen, given)) {
    setSeen(given)
    setChoices(given)
  }
  function change(part: PickListSearch) {
    const next = { ...choices, ...part }
    setChoices(next)
    onChoices(next)
  }
  return [choices, change]
}
