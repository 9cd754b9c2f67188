/** `/order/{id}/invoice/revision/{n}`. */
import { InvoiceRevisionScreen } from '#features/invoices/paper/InvoiceRevisionScreen.tsx'
import { NotFound } from '#src/app/NotFound.tsx'
import { isOrderId } from '../order-id.ts'
import { routes } from '../tree.ts'

export default function InvoiceRevisionRoute() {
  const { id, revision } = routes.invoiceRevision.useParams()
  return isOrderId(id) && isOrderId(revision) ? (
    <InvoiceRevisionScreen key={`${id} ${revision}`} id={Number(id)} revision={Number(revision)} />
  ) : (
    <NotFound />
  )
}
