import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

export type Go = (path: string, options?: { state?: object; replace?: boolean }) => void

/** Going to an address, for screens that know no router. */
export function useGo(): Go {
  const navigate = useNavigate()
  return useCallback(
    (path, { state, replace = false } = {}) =>
      void navigate({ href: path, replace, ...(state && { state }) }),
    [navigate],
  )
}
