import { Ordering } from '#features/ordering/Ordering.tsx'
import type { OrderingContext } from '#features/ordering/use-ordering.ts'
import { useSignedIn } from '#src/app/signed-in.ts'
import { useServerReachable } from '#src/app/use-sync-status.ts'
import { Skeleton } from '@mantine/core'
import type { ComponentType } from 'react'
import { useGo } from './use-go.ts'

interface OrderingRouteProps {
  screen: ComponentType<{ context: OrderingContext; go: (path: string) => void }>
}

/** What every ordering screen is given. */
export function OrderingRoute({ screen: Screen }: OrderingRouteProps) {
  const { engine, client, person } = useSignedIn()
  const serverReachable = useServerReachable(engine)
  const go = useGo()
  if (!person) return <Skeleton height={320} radius="md" />
  return (
    <Ordering person={person.id}>
      <Screen context={{ engine, client, person, serverReachable }} go={go} />
    </Ordering>
  )
}
