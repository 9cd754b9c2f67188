import type { OrderingContext } from '#features/ordering/cart/use-ordering.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useGo, type Go } from '#src/kit/links/use-go.ts'
import { Skeleton } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'

interface OrderingRouteProps {
  screen: ComponentType<{ context: OrderingContext; go: Go }>
  /** Shown until it is known who is here. */
  waiting?: ReactNode
}

/** Gives each ordering screen its props. */
export function OrderingRoute({
  screen: Screen,
  waiting = <Skeleton height={320} radius="md" />,
}: OrderingRouteProps) {
  const { engine, client, person } = useSignedIn()
  const serverReachable = useServerReachable()
  const go = useGo()
  if (!person) return waiting
  return <Screen context={{ engine, client, person, serverReachable }} go={go} />
}
