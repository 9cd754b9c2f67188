/** `/scanner`: sets a scanner or a camera up in two minutes. */
import { ScannerCheckScreen } from '#features/scanner-check/ScannerCheckScreen.tsx'

export default function ScannerRoute() {
  return <ScannerCheckScreen />
}
