/** `/order/{id}/invoice/print` (B045). */
import { InvoicePrintScreen } from '#features/invoices/paper/InvoicePrintScreen.tsx'
import { NotFound } from '#src/app/NotFound.tsx'
import { isOrderId } from '../order-id.ts'
import { routes } from '../tree.ts'

export default function InvoicePrintRoute() {
  const { id } = routes.invoicePrint.useParams()
  return isOrderId(id) ? <InvoicePrintScreen key={id} id={Number(id)} /> : <NotFound />
}
