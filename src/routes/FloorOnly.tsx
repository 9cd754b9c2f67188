import { can } from '#contract/permissions.ts'
import { useSignedIn } from '#src/app/signed-in.ts'
import { Skeleton } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { useGo } from './use-go.ts'

/** A023: whoever does not pick and types the address of a floor screen is sent back to the orders. */
export function FloorOnly({ children }: { children: ReactNode }) {
  const { person } = useSignedIn()
  const go = useGo()
  const mayPick = can(person, 'orders.pick')
  const isSentBack = person !== null && !mayPick
  useEffect(() => {
    if (isSentBack) go('/orders', { replace: true })
  }, [isSentBack, go])
  return mayPick ? children : <Skeleton height={320} radius="md" />
}
