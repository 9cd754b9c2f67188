/** `/receipt/upload`: a receipt out of a file (C018). */
import { UploadScreen } from '#features/receipts/UploadScreen.tsx'
import { useSignedIn } from '#src/app/signed-in.ts'
import { useServerReachable } from '#src/app/use-sync-status.ts'
import { ReceiptTabs } from './ReceiptTabs.tsx'
import { useGo } from './use-go.ts'

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
