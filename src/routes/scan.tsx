/** `/scan?from=order` and `?from=picklist` (A026, A027). */
import { ScanScreen } from '#features/scan/screen/index.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/use-go.ts'
import { useLocation } from '@tanstack/react-router'
import { FloorOnly } from './FloorOnly.tsx'
import { routes } from './tree.ts'

export default function ScanRoute() {
  const { engine, client, person } = useSignedIn()
  const { from = 'order' } = routes.scan.useSearch()
  const { state } = useLocation()
  const go = useGo()
  return (
    <FloorOnly>
      <ScanScreen engine={engine} client={client} person={person} from={from} handedOver={state} go={go} />
    </FloorOnly>
  )
}
