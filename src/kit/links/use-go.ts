import { useNavigate, type NavigateOptions } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Address } from '#src/paths.ts'

/** `state` goes with the address and is not in it: what the screen before has already. */
export type Go = (address: Address, options?: { state?: object; replace?: boolean }) => void

/** Going to an address. */
export function useGo(): Go {
  const navigate = useNavigate()
  return useCallback(
    (address, { state, replace = false } = {}) =>
      // Checked where it was made.
      void navigate({ ...address, replace, ...(state && { state }) } as NavigateOptions),
    [navigate],
  )
}
