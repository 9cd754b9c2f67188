import { can } from '#contract/permissions.ts'
import { useSignedIn } from '#src/app/signed-in.ts'
import { Skeleton } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A023: whoever does not pick and types the address of a floor screen is sent back to the orders. */
export function FloorOnly({ children }: { children: ReactNode }) {
  const { person } = useSignedIn()
  if (!person) return <Skeleton height={320} radius="md" />
  return can(person, 'orders.pick') ? children : <Navigate to="/orders" replace />
}
