/** `/invoices`: a customer's own invoices. Whether all of them are shown is kept in the address. */
import { InvoicesScreen } from '#features/invoices/InvoicesScreen.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'

export default function InvoicesRoute() {
  const { all } = useSearch({ from: '/invoices' })
  const navigate = useNavigate()
  return (
    <InvoicesScreen
      isAll={all === true}
      onAll={(isAll) =>
        void navigate({
          to: '.',
          // Another list begins with its first page.
          search: (before: object) => ({ ...before, all: isAll || undefined, page: undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
