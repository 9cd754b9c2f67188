import { LeaveQuestion } from './LeaveQuestion.tsx'

interface OtherFileQuestionProps {
  /** Of the file that was chosen. */
  name: string
  onStay: () => void
  onOpen: () => void
}

/** Asks before another file takes the place of one whose rows were corrected by hand. */
export const OtherFileQuestion = ({ name, onStay, onOpen }: OtherFileQuestionProps) => (
  <LeaveQuestion
    title={`Open ${name} instead?`}
    act="Open it"
    fate="The rows that you corrected are not saved. The file that they came from is as it was."
    onStay={onStay}
    onLeave={onOpen}
  />
)
