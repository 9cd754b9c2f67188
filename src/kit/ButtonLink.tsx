import type { Address } from '#src/paths.ts'
// oxlint-disable-next-line no-restricted-imports -- what such a link looks like
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from './Link.tsx'

interface ButtonLinkProps {
  to: Address
  children: ReactNode
  /** `main` is the one filled action of a screen. */
  kind?: 'main' | 'plain'
  icon?: ReactNode
  /** Goes with the address and is not in it. */
  state?: object | undefined
  /** What the way there closes. */
  onClick?: () => void
}

/** A link that looks like a button: it leads somewhere, and opens in another tab where a person wants that. */
export const ButtonLink = ({ to, children, kind = 'plain', icon, state, onClick }: ButtonLinkProps) => (
  <Button
    {...(kind === 'plain' && { variant: 'default' })}
    leftSection={icon}
    onClick={onClick}
    renderRoot={(props) => <Link to={to} state={state} {...props} />}
  >
    {children}
  </Button>
)

/** The same to a file, in another tab. */
export const FileLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Button variant="default" component="a" href={href} target="_blank" rel="noreferrer">
    {children}
  </Button>
)
