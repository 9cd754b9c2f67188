import type { DifferenceGroup } from '#contract/receipts/schema.ts'
import { SEARCH_DEBOUNCE_MS } from '#contract/spec.ts'
import { ApiError } from '#src/api/errors.ts'
import { bodyText } from '#src/api/form-errors.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import type { Choices } from './choices.ts'
import { comparedBy, differencesQuery, type Compared } from './queries.ts'

/** One calculation that failed. */
export interface CalculationFailed {
  text: string
}

interface Differences {
  groups: readonly DifferenceGroup[] | null
  /** Why they could not be calculated, in the server's words; each time that they could not is another one. */
  failure: CalculationFailed | null
  /** What shows is of other choices, or nothing shows yet. */
  isLoading: boolean
  reload: () => void
}

/**
 * C195, C317: the comparison, calculated again whenever pricing, days, orders, receipts, margin or the showing of prices
 * change; a slider that is moved is waited for.
 */
export function useDifferences(choices: Choices, { enabled = true } = {}): Differences {
  const wanted = JSON.stringify(comparedBy(choices))
  const [settled] = useDebouncedValue(wanted, SEARCH_DEBOUNCE_MS)
  const { value, failure, reload } = useServerQuery(differencesQuery(JSON.parse(settled) as Compared), {
    enabled,
    keepsPrevious: true,
  })
  return {
    groups: value?.groups ?? null,
    failure: useMemo(() => (failure === null ? null : { text: answerText(failure) }), [failure]),
    isLoading: failure === null && JSON.stringify(value?.of) !== wanted,
    reload,
  }
}

/** C356: the server's JSON as it came (C346), or an HTML page's words; its markup is never drawn. */
function answerText(error: unknown): string {
  const body = error instanceof ApiError ? error.body : null
  if (typeof body !== 'string' || !/^\s*</.test(body)) return bodyText(error)
  const page = new DOMParser().parseFromString(body, 'text/html')
  for (const unseen of page.querySelectorAll('script, style')) unseen.remove()
  return page.body.textContent.replace(/\s+/g, ' ').trim() || bodyText(error)
}
