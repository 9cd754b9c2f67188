/** `/receiptDifference`: comparing, converting and viewing receipts, by the address's `action` (C023, C087, C088). */
import { useToday } from '#features/ordering/use-today.ts'
import { ConvertScreen } from '#features/receipts/ConvertScreen.tsx'
import { DifferenceScreen } from '#features/receipts/DifferenceScreen.tsx'
import { ViewerScreen } from '#features/receipts/ViewerScreen.tsx'
import { useSignedIn } from '#src/app/signed-in.ts'
import { useServerReachable } from '#src/app/use-sync-status.ts'
import { useLocation, useSearch } from '@tanstack/react-router'
import { ReceiptTabs } from './ReceiptTabs.tsx'
import { useGo } from './use-go.ts'

export default function ReceiptDifferenceRoute() {
  const { engine, client, person } = useSignedIn()
  const { action } = useSearch({ strict: false }) as { action?: unknown }
  const { state } = useLocation()
  const { tomorrow } = useToday(engine)
  const mode = action === 'convert' || action === 'viewer' ? action : 'receipt'
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
