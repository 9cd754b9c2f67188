import type { PickListScreenProps } from '#features/picklist/screen-props.ts'
import { useLocation, useSearch } from '@tanstack/react-router'
import { lazy } from 'react'

const FeesDialog = lazy(() => import('#features/fees/FeesDialog.tsx'))
const ProductPicker = lazy(() => import('#features/inventory/ProductPicker.tsx'))

/** What the screens of a pick list get. */
export function usePickListProps(): PickListScreenProps {
  const { state } = useLocation()
  const { from = 'picklist' } = useSearch({ strict: false })
  return {
    handedOver: state,
    from,
    Fees: FeesDialog,
    Picker: ProductPicker,
  }
}
