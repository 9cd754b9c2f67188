import type { DifferenceGroup } from '#contract/receipts/schema.ts'
import { SEARCH_DEBOUNCE_MS } from '#contract/spec.ts'
import type { Client } from '#src/api/client.ts'
import { ApiError, errorText } from '#src/api/errors.ts'
import { useRead } from '#src/ui/use-read.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useCallback } from 'react'
import { fetchDifferences } from './calls.ts'
import { requestOf, type Choices } from './choices.ts'

export interface Differences {
  groups: readonly DifferenceGroup[] | null
  /** Why they could not be calculated, in the server's words. */
  failure: string | null
  /** What shows is of other choices, or nothing shows yet. */
  isLoading: boolean
  reload: () => void
}

interface Calculated {
  key: string
  groups: DifferenceGroup[]
}

/**
 * C195, C317: the comparison, calculated again whenever pricing, days, orders, receipts, margin or the showing of prices
 * change; a slider that is moved is waited for.
 */
export function useDifferences(client: Client, choices: Choices, serverReachable: boolean): Differences {
  const wanted = JSON.stringify([requestOf(choices), choices.pricingType, choices.dateRange])
  const [key] = useDebouncedValue(wanted, SEARCH_DEBOUNCE_MS)
  const read = useCallback(
    async (signal: AbortSignal): Promise<Calculated> => {
      const [body] = JSON.parse(key) as [ReturnType<typeof requestOf>]
      return { key, groups: (await fetchDifferences(client, body, signal)).difference_groups }
    },
    [client, key],
  )
  const { value, failure, reload } = useRead(read, serverReachable)
  return {
    groups: value?.groups ?? null,
    failure: failure ? answerText(failure) : null,
    isLoading: !failure && value?.key !== wanted,
    reload,
  }
}

/** C356: what the server said, an HTML page's words too; its markup is never drawn. */
function answerText(error: unknown): string {
  const body = error instanceof ApiError ? error.body : null
  if (typeof body !== 'string' || !/^\s*</.test(body)) return errorText(error)
  const page = new DOMParser().parseFromString(body, 'text/html')
  for (const unseen of page.querySelectorAll('script, style')) unseen.remove()
  return page.body.textContent.replace(/\s+/g, ' ').trim() || errorText(error)
}
