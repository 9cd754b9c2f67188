import { Link as RouterLink, type LinkProps as RouterLinkProps } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { Address } from '#src/paths.ts'

interface LinkProps
  extends Omit<ComponentProps<'a'>, 'href'>, Pick<RouterLinkProps, 'activeOptions' | 'activeProps'> {
  to: Address
  /** Goes with the address and is not in it; another tab does not get it. */
  state?: object | undefined
}

/** A link to an address of the app. */
export const Link = ({ to, ...rest }: LinkProps) => (
  // Checked where it was made.
  <RouterLink {...({ ...to, ...rest } as RouterLinkProps)} />
)
