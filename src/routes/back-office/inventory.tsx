/** `/inventory` (C019). The address keeps the filters. */
import { InventoryScreen } from '#features/inventory/InventoryScreen.tsx'
import { useNarrow } from '#src/kit/page/use-narrow.ts'
import { useSearch } from '@tanstack/react-router'

export default function InventoryRoute() {
  const { inactive = false, nonprimary = false } = useSearch({ strict: false })
  const narrow = useNarrow()
  return (
    <InventoryScreen
      shown={{ inactive, nonPrimary: nonprimary }}
      onShown={(next) =>
        narrow({ inactive: next.inactive || undefined, nonprimary: next.nonPrimary || undefined })
      }
    />
  )
}
