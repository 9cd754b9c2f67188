/** `/forgotPassword`: a link by mail, for who cannot sign in. */
import { ForgotPasswordScreen } from '#features/session/ForgotPasswordScreen.tsx'
import { client } from '#src/app/device.ts'

export default function ForgotPasswordRoute() {
  return <ForgotPasswordScreen client={client} />
}
