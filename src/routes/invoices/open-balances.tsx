/** `/openBalances`: what customers owe. Which of its lists is shown is kept in the address. */
import { OpenBalancesScreen } from '#features/payments/OpenBalancesScreen.tsx'
import { useNavigate } from '@tanstack/react-router'
import { routes } from '../tree.ts'

export default function OpenBalancesRoute() {
  const { by } = routes.openBalances.useSearch()
  const navigate = useNavigate()
  return (
    <OpenBalancesScreen
      by={by ?? 'customer'}
      onBy={(next) =>
        // Another list has other columns, and its own first page.
        void navigate({
          to: '.',
          search: { by: next === 'customer' ? undefined : next },
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
