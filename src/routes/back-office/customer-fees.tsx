/** `/customer/{id}/fees`: the margins and surcharges of a customer's location. */
import { CustomerFeesScreen } from '#features/fees/CustomerFeesScreen.tsx'
import { lazy } from 'react'
import { CustomerTabs } from './CustomerTabs.tsx'
import { isOrderId } from '../order-id.ts'
import { routes } from '../tree.ts'

const ProductPicker = lazy(() => import('#features/inventory/ProductPicker.tsx'))

export default function CustomerFeesRoute() {
  const { id } = routes.customerFees.useParams()
  return (
    <CustomerFeesScreen
      key={id}
      // No location has the number 0.
      id={isOrderId(id) ? Number(id) : 0}
      tabs={<CustomerTabs id={id} />}
      Picker={ProductPicker}
    />
  )
}
