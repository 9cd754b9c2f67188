import { can } from '#contract/permissions.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { to } from '#src/paths.ts'
import { Skeleton } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'

/** A023: sends a person who does not pick and types the address of a floor screen back to the orders. */
export function FloorOnly({ children }: { children: ReactNode }) {
  const { person } = useSignedIn()
  const go = useGo()
  const mayPick = can(person, 'orders.pick')
  const isSentBack = person !== null && !mayPick
  useEffect(() => {
    if (isSentBack) go(to.orders(), { replace: true })
  }, [isSentBack, go])
  return mayPick ? children : <Skeleton height={320} radius="md" />
}
