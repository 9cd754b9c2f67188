/** `/receipt/upload`: a receipt out of a file (C018). */
import { UploadScreen } from '#features/receipts/UploadScreen.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useGo } from '#src/kit/use-go.ts'
import { ReceiptTabs } from './ReceiptTabs.tsx'

export default function ReceiptUploadRoute() {
  const { engine, client } = useSignedIn()
  return (
    <UploadScreen
      client={client}
      serverReachable={useServerReachable(engine)}
      newId={engine.newId}
      go={useGo()}
      tabs={<ReceiptTabs mode="upload" />}
    />
  )
}
