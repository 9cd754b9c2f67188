import { LeaveQuestion } from './LeaveQuestion.tsx'

interface OtherFileQuestionProps {
  /** The name of the chosen file. */
  name: string
  /** What becomes of what is unsaved of the file that is open. */
  fate?: string
  onStay: () => void
  onOpen: () => void
}

const CORRECTED_FATE = 'The rows that you corrected are not saved. The file that they came from is as it was.'

/** Asks before another file takes the place of one of which something is unsaved. */
export const OtherFileQuestion = ({
  name,
  fate = CORRECTED_FATE,
  onStay,
  onOpen,
}: OtherFileQuestionProps) => (
  <LeaveQuestion title={`Open ${name} instead?`} act="Open it" fate={fate} onStay={onStay} onLeave={onOpen} />
)
