/** `/scan?from=order` and `?from=picklist` (A026, A027). */
import { ScanScreen } from '#features/scan/ScanScreen.tsx'
import { useSignedIn } from '#src/app/signed-in.ts'
import { useLocation } from '@tanstack/react-router'
import { FloorOnly } from './FloorOnly.tsx'
import { useGo } from './use-go.ts'

export default function ScanRoute() {
  const { engine, client, person } = useSignedIn()
  const { search, state } = useLocation()
  const go = useGo()
  return (
    <FloorOnly>
      <ScanScreen
        engine={engine}
        client={client}
        person={person}
        from={(search as { from?: unknown }).from === 'picklist' ? 'picklist' : 'order'}
        handedOver={state}
        go={go}
      />
    </FloorOnly>
  )
}
