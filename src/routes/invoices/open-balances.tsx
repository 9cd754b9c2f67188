/** `/openBalances`: what customers owe. Whether by customer or by invoice is kept in the address. */
import { OpenBalancesScreen } from '#features/payments/OpenBalancesScreen.tsx'
import { useNavigate } from '@tanstack/react-router'
import { routes } from '../tree.ts'

export default function OpenBalancesRoute() {
  const { by } = routes.openBalances.useSearch()
  const navigate = useNavigate()
  return (
    <OpenBalancesScreen
      byInvoice={by === 'invoice'}
      onByInvoice={(byInvoice) =>
        // Another list has other columns, and its own first page.
        void navigate({
          to: '.',
          search: { by: byInvoice ? 'invoice' : undefined },
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
