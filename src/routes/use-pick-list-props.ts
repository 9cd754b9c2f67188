import type { PickListScreenProps } from '#features/picklist/screen-props.ts'
import { useSignedIn } from '#src/app/signed-in.ts'
import { useLocation } from '@tanstack/react-router'
import { lazy } from 'react'
import { useGo } from './use-go.ts'

const FeesDialog = lazy(() => import('#features/fees/FeesDialog.tsx'))
const ProductPicker = lazy(() => import('#features/inventory/ProductPicker.tsx'))

/** What the three pick list screens get. */
export function usePickListProps(): PickListScreenProps {
  const { engine, client, person } = useSignedIn()
  const { searchStr, state } = useLocation()
  return {
    engine,
    client,
    person,
    go: useGo(),
    handedOver: state,
    search: searchStr,
    Fees: FeesDialog,
    Picker: ProductPicker,
  }
}
