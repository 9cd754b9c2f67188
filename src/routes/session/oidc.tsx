/** `/oidc?code=…&state=…`: where the identity provider leads back to (docs/decisions/0223). */
import { ProviderReturnScreen } from '#features/session/ProviderReturnScreen.tsx'
import { useGoOn } from '#src/app/kept-place.ts'
import { signInByProviderHere } from '#src/app/sign-in-here.ts'

export default function OidcRoute() {
  return <ProviderReturnScreen signIn={signInByProviderHere} onIn={useGoOn()} />
}
