/** `/inventory` (C019). What narrows it is kept in the address. */
import { InventoryScreen } from '#features/inventory/InventoryScreen.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'

export default function InventoryRoute() {
  const { inactive = false, nonprimary = false } = useSearch({ strict: false })
  const navigate = useNavigate()
  return (
    <InventoryScreen
      shown={{ inactive, nonPrimary: nonprimary }}
      onShown={(next) =>
        void navigate({
          to: '.',
          // Another list begins with its first page.
          search: (before: object) => ({
            ...before,
            inactive: next.inactive || undefined,
            nonprimary: next.nonPrimary || undefined,
            page: undefined,
          }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
