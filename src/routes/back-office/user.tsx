/** `/user/add` and `/user/{id}`: a user's form. */
import { UserScreen } from '#features/users/UserScreen.tsx'
import { OfficeDevice } from '#src/app/OfficeDevice.tsx'
import { session } from '#src/app/device.ts'
import { signOut, signOutEverywhere } from '#src/app/sign-out.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { to } from '#src/paths.ts'
import { useParams } from '@tanstack/react-router'

export default function UserRoute() {
  const { id = null } = useParams({ strict: false })
  const go = useGo()
  return (
    <UserScreen
      key={id ?? 'add'}
      id={id}
      aboutDevice={<OfficeDevice />}
      onSelf={session.changedSelf}
      onSignOut={async (engine, where) => {
        await (where === 'everywhere'
          ? signOutEverywhere(engine)
          : signOut(engine, { flush: () => engine.saveNow() }))
        go(to.home())
      }}
    />
  )
}
