/** `/scan?from=order` and `?from=picklist` (A026, A027). */
import { ScanScreen } from '#features/scan/screen/index.ts'
import { useLocation } from '@tanstack/react-router'
import { FloorOnly } from './FloorOnly.tsx'
import { routes } from '../tree.ts'

export default function ScanRoute() {
  const { from = 'order' } = routes.scan.useSearch()
  const { state } = useLocation()
  return (
    <FloorOnly>
      <ScanScreen from={from} handedOver={state} />
    </FloorOnly>
  )
}
