import type { Address } from '#src/paths.ts'
import { IconPlus } from '@tabler/icons-react'
import { ButtonLink } from './ButtonLink.tsx'

interface AddLinkProps {
  to: Address
  children: string
}

/** The main action of a list: a link to the form that adds one more. */
export const AddLink = ({ to, children }: AddLinkProps) => (
  <ButtonLink kind="main" icon={<IconPlus size={20} aria-hidden />} to={to}>
    {children}
  </ButtonLink>
)
