/** `/customer/add` and `/customer/{id}`: a customer's form. */
import { CustomerScreen } from '#features/customers/CustomerScreen.tsx'
import { orderFor } from '#features/ordering/cart/order-for.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { to } from '#src/paths.ts'
import { useParams } from '@tanstack/react-router'
import { CustomerTabs } from './CustomerTabs.tsx'

export default function CustomerRoute() {
  const { id = null } = useParams({ strict: false })
  const { engine, client } = useSignedIn()
  const go = useGo()
  return (
    <CustomerScreen
      key={id ?? 'add'}
      id={id}
      tabs={id !== null && <CustomerTabs id={id} />}
      orderFor={async (user) => {
        await orderFor({ engine, client }, user)
        go(to.createOrder())
      }}
    />
  )
}
