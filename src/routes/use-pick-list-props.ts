import type { PickListScreenProps } from '#features/picklist/screen-props.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/use-go.ts'
import { useLocation, useSearch } from '@tanstack/react-router'
import { lazy } from 'react'

const FeesDialog = lazy(() => import('#features/fees/FeesDialog.tsx'))
const ProductPicker = lazy(() => import('#features/inventory/ProductPicker.tsx'))

/** What the three pick list screens get. */
export function usePickListProps(): PickListScreenProps {
  const { engine, client, person } = useSignedIn()
  const { state } = useLocation()
  const { from = 'picklist' } = useSearch({ strict: false })
  return {
    engine,
    client,
    person,
    go: useGo(),
    handedOver: state,
    from,
    Fees: FeesDialog,
    Picker: ProductPicker,
  }
}
