import type { Address } from '#src/paths.ts'
// oxlint-disable-next-line no-restricted-imports -- what such a link looks like
import { Button as MantineButton } from '@mantine/core'
import { Button } from '#src/ui/Button.tsx'
import classes from '#src/ui/Button.module.css'
import type { ReactNode } from 'react'
import { Link } from './Link.tsx'
import { PlainLink } from './PlainLink.tsx'

interface ButtonLinkProps {
  to: Address
  children: ReactNode
  /** `main` is the one filled action of a screen. */
  kind?: 'main' | 'plain'
  icon?: ReactNode
  /** Why it leads nowhere for this person. It stays in sight, and says its reason when it is pressed. */
  reason?: string | false
  /** Goes with the address and is not in it. */
  state?: object | undefined
  /** What the way there closes. */
  onClick?: () => void
}

/** A link that looks like a button: it leads somewhere, and opens in another tab where a person wants that. */
export function ButtonLink({
  to,
  children,
  kind = 'plain',
  icon,
  reason = false,
  state,
  onClick,
}: ButtonLinkProps) {
  if (reason)
    return (
      <Button kind={kind} icon={icon} reason={reason}>
        {children}
      </Button>
    )
  return (
    <MantineButton
      {...(kind === 'plain' && { variant: 'default' })}
      leftSection={icon}
      onClick={onClick}
      renderRoot={(props) => <Link to={to} state={state} {...props} />}
    >
      {children}
    </MantineButton>
  )
}

interface FloorLinkProps {
  to: Address
  label: string
  icon: ReactNode
  children: ReactNode
}

/** The same for gloves, in a list of hundreds of rows. */
export const FloorLink = ({ to, label, icon, children }: FloorLinkProps) => (
  <PlainLink to={to} className={classes.floor} aria-label={label} title={label}>
    {icon}
    {children}
  </PlainLink>
)

/** The same to a file, in another tab. */
export const FileLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <MantineButton variant="default" component="a" href={href} target="_blank" rel="noreferrer">
    {children}
  </MantineButton>
)
