/** `/receipt/upload`: a receipt out of a file (C018). */
import { UploadScreen } from '#features/receipts/UploadScreen.tsx'
import { ReceiptTabs } from './ReceiptTabs.tsx'

export default function ReceiptUploadRoute() {
  return <UploadScreen tabs={<ReceiptTabs mode="upload" />} />
}
