import { useNavigate } from '@tanstack/react-router'

/**
 * Narrows the list of a screen. The address keeps the filters; `undefined` takes a part out. Another list begins with
 * its first page, and the screen stays where it is.
 */
export function useNarrow(): (part: object) => void {
  const navigate = useNavigate()
  return (part) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...part, page: undefined }),
      replace: true,
      resetScroll: false,
    })
}
