/** `/invoices`: a customer's own invoices. Whether all of them are shown is kept in the address. */
import { InvoicesScreen } from '#features/invoices/list/InvoicesScreen.tsx'
import { useNarrow } from '#src/kit/page/use-narrow.ts'
import { useSearch } from '@tanstack/react-router'

export default function InvoicesRoute() {
  const { all } = useSearch({ from: '/invoices' })
  const narrow = useNarrow()
  return <InvoicesScreen isAll={all === true} onAll={(isAll) => narrow({ all: isAll || undefined })} />
}
