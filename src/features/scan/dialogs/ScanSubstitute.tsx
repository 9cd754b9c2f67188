import { itemsToSwap } from '#contract/picking/swap-and-link.ts'
import type { Line } from '#contract/picking/lines.ts'
import type { Product } from '#contract/products/schema.ts'
import SubstituteDialog from '#src/picking/SubstituteDialog.tsx'
import type { ScanSession } from '../session/index.ts'
import { AnswerFirst } from './IgnoredScan.tsx'

interface ScanSubstituteProps {
  session: ScanSession
  line: Line
  /** The product that was scanned instead. The dialog then begins with its quantities. */
  scanned?: Product
  onClose: () => void
}

/** Asks for another product for the line, and stores it as a swap (A190). */
export default function ScanSubstitute({ session, line, scanned, onClose }: ScanSubstituteProps) {
  return (
    <SubstituteDialog
      line={line}
      items={itemsToSwap(line)}
      {...(scanned && { scanned })}
      replace={(product, chosen) => session.swap(line.id, product, chosen)}
      onClose={onClose}
    >
      <AnswerFirst session={session} />
    </SubstituteDialog>
  )
}
