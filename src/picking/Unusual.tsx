import { reasonsFor, type Doubt } from '#contract/orders/doubts.ts'
import { Button } from '#src/ui/Button.tsx'
import { FloorNote } from './FloorNote.tsx'

/** Says what is unusual about a piece. */
export const UnusualNote = ({ doubts }: { doubts: readonly Doubt[] }) => (
  <FloorNote tone="act" isAlert title={doubts.map(({ message }) => message)} />
)

interface ReasonButtonsProps {
  doubts: readonly Doubt[]
  onReason: (reason: string) => void
}

/** A button for each reason why an unusual piece is right all the same. */
export function ReasonButtons({ doubts, onReason }: ReasonButtonsProps) {
  return reasonsFor(doubts).map((reason) => (
    <Button size="floor" key={reason} onClick={() => onReason(reason)}>
      {reason}
    </Button>
  ))
}
