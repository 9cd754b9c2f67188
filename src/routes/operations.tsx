/** `/operations`: how the server is. */
import { OperationsScreen } from '#features/operations/OperationsScreen.tsx'

export default function OperationsRoute() {
  return <OperationsScreen />
}
