import type { Address } from '#src/paths.ts'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from './Link.tsx'

interface ButtonLinkProps {
  to: Address
  children: ReactNode
  /** `main` is the one filled action of a screen. */
  kind?: 'main' | 'plain'
  icon?: ReactNode
}

/** A link that looks like a button: it leads somewhere, and opens in another tab where a person wants that. */
export const ButtonLink = ({ to, children, kind = 'plain', icon }: ButtonLinkProps) => (
  <Button
    {...(kind === 'plain' && { variant: 'default' })}
    leftSection={icon}
    renderRoot={(props) => <Link to={to} {...props} />}
  >
    {children}
  </Button>
)
