/** `/demo/{name}`: the public order list, which needs no sign-in (A036, C015, C048). */
import { can } from '#contract/permissions.ts'
import { PublicListScreen } from '#features/order-lists/PublicListScreen.tsx'
import { client, useSession } from '#src/app/device.ts'
import { usePerson } from '#src/app/use-person.ts'
import { lazy, Suspense } from 'react'
import { routes } from '../tree.ts'

const ShareTools = lazy(() => import('#features/order-lists/ShareTools.tsx'))

export default function DemoRoute() {
  const { name } = routes.publicList.useParams()
  const { phase } = useSession()
  const isSignedIn = phase === 'in' || phase === 'offline'
  return (
    <PublicListScreen
      client={client}
      name={name}
      isSignedIn={isSignedIn}
      share={isSignedIn && <Share name={name} />}
    />
  )
}

/** A091: looks up the person only if one is signed in. */
function Share({ name }: { name: string }) {
  const person = usePerson()
  if (!can(person, 'catalogue.links')) return null
  return (
    <Suspense>
      <ShareTools address={location.origin + location.pathname} fileName={name} />
    </Suspense>
  )
}
