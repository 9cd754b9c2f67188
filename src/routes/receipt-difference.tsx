/** `/receiptDifference`: comparing, converting and viewing receipts, by the address's `action` (C023, C087, C088). */
import { ConvertScreen } from '#features/receipts/ConvertScreen.tsx'
import { DifferenceScreen } from '#features/receipts/DifferenceScreen.tsx'
import { ViewerScreen } from '#features/receipts/ViewerScreen.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useGo } from '#src/kit/use-go.ts'
import { useToday } from '#src/kit/use-today.ts'
import { useLocation } from '@tanstack/react-router'
import { ReceiptTabs } from './ReceiptTabs.tsx'
import { routes } from './tree.ts'

export default function ReceiptDifferenceRoute() {
  const { engine, client, person } = useSignedIn()
  const { action: mode = 'receipt' } = routes.receiptDifference.useSearch()
  const { state } = useLocation()
  const { tomorrow } = useToday(engine)
  const props = {
    client,
    person,
    serverReachable: useServerReachable(engine),
    go: useGo(),
    tabs: <ReceiptTabs mode={mode} />,
    tomorrow,
  }
  if (mode === 'convert') return <ConvertScreen {...props} newId={engine.newId} />
  if (mode === 'viewer') return <ViewerScreen {...props} />
  return <DifferenceScreen {...props} handedOver={state} />
}
