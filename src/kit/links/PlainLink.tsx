import type { ComponentProps, MouseEvent } from 'react'
import { hrefOf, type Address } from '#src/paths.ts'
import { useGo } from './use-go.ts'

interface PlainLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  to: Address
}

/** A link for lists of hundreds of rows that are drawn again with each edit: unlike `Link` it watches nothing of the router. */
export function PlainLink({ to, children, ...rest }: PlainLinkProps) {
  const go = useGo()
  const follow = (event: MouseEvent) => {
    // With a key held it opens another tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <a {...rest} href={hrefOf(to)} onClick={follow}>
      {children}
    </a>
  )
}
