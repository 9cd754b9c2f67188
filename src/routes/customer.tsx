/** `/customer/add` and `/customer/{id}`: a customer's form. */
import { CustomerScreen } from '#features/customers/CustomerScreen.tsx'
import { useParams } from '@tanstack/react-router'
import { CustomerTabs } from './CustomerTabs.tsx'

export default function CustomerRoute() {
  const { id = null } = useParams({ strict: false })
  return <CustomerScreen key={id ?? 'add'} id={id} tabs={id !== null && <CustomerTabs id={id} />} />
}
