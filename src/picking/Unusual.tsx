import { reasonsFor, type Doubt } from '#contract/orders/doubts.ts'
import { Button } from '#src/ui/Button.tsx'
import { FloorNote } from './FloorNote.tsx'

/** The doubts about a piece. */
export const UnusualNote = ({ doubts }: { doubts: readonly Doubt[] }) => (
  <FloorNote tone="act" isAlert title={doubts.map(({ message }) => message)} />
)

interface ReasonButtonsProps {
  doubts: readonly Doubt[]
  onReason: (reason: string) => void
}

/** Why it is right all the same, one tap each. */
export function ReasonButtons({ doubts, onReason }: ReasonButtonsProps) {
  return reasonsFor(doubts).map((reason) => (
    <Button size="floor" key={reason} onClick={() => onReason(reason)}>
      {reason}
    </Button>
  ))
}
