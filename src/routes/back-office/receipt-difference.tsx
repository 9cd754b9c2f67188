/** `/receiptDifference`: comparing, converting and viewing receipts, by the address's `action` (C023, C087, C088). */
import { ConvertScreen } from '#features/receipts/ConvertScreen.tsx'
import { DifferenceScreen } from '#features/receipts/DifferenceScreen.tsx'
import { ViewerScreen } from '#features/receipts/ViewerScreen.tsx'
import { useLocation } from '@tanstack/react-router'
import { ReceiptTabs } from './ReceiptTabs.tsx'
import { routes } from '../tree.ts'

export default function ReceiptDifferenceRoute() {
  const { action: mode = 'receipt' } = routes.receiptDifference.useSearch()
  const { state } = useLocation()
  const tabs = <ReceiptTabs mode={mode} />
  if (mode === 'convert') return <ConvertScreen tabs={tabs} />
  if (mode === 'viewer') return <ViewerScreen tabs={tabs} />
  return <DifferenceScreen tabs={tabs} handedOver={state} />
}
