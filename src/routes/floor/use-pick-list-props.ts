import type { PickListScreenProps } from '#features/picklist/screen-props.ts'
import { useLocation, useSearch } from '@tanstack/react-router'
import { lazy } from 'react'

const FeesDialog = lazy(() => import('#features/fees/FeesDialog.tsx'))
const ProductPicker = lazy(() => import('#features/inventory/ProductPicker.tsx'))

/** Returns the props of a pick list's screens. */
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
