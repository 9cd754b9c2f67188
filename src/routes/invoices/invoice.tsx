/** `/order/{id}/invoice` (B031). */
import { InvoiceScreen } from '#features/invoices/page/InvoiceScreen.tsx'
import { NotFound } from '#src/app/NotFound.tsx'
import { isOrderId } from '../order-id.ts'
import { routes } from '../tree.ts'

export default function InvoiceRoute() {
  const { id } = routes.invoice.useParams()
  const search = routes.invoice.useSearch()
  return isOrderId(id) ? <InvoiceScreen key={id} id={Number(id)} search={search} /> : <NotFound />
}
