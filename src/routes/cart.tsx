/** `/cart` (A030). */
import { CartScreen } from '#features/cart/CartScreen.tsx'
import { useSignedIn } from '#src/app/signed-in.ts'
import { useGo } from './use-go.ts'

export default function CartRoute() {
  const { engine, client, person } = useSignedIn()
  return <CartScreen engine={engine} client={client} person={person} go={useGo()} />
}
