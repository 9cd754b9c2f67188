/** `/customer/{id}/orderlists`: the order lists of a customer. */
import { CustomerListsScreen } from '#features/order-lists/CustomerListsScreen.tsx'
import { CustomerTabs } from './CustomerTabs.tsx'
import { isOrderId } from '../order-id.ts'
import { routes } from '../tree.ts'

export default function CustomerOrderlistsRoute() {
  const { id } = routes.customerLists.useParams()
  return (
    <CustomerListsScreen
      key={id}
      // No location has the number 0.
      id={isOrderId(id) ? Number(id) : 0}
      tabs={<CustomerTabs id={id} />}
    />
  )
}
