import { SaveDialog } from './LazySaveDialog.tsx'

interface LeaveQuestionProps {
  title?: string | undefined
  /** What becomes of what was typed, in a sentence. */
  fate: string
  onStay: () => void
  onLeave: () => void
}

/** Asks whoever leaves something that they have not saved. */
export const LeaveQuestion = ({
  title = 'Leave without saving?',
  fate,
  onStay,
  onLeave,
}: LeaveQuestionProps) => (
  <SaveDialog title={title} act="Leave" leave="Stay" kind="plain" isLeaveFirst save={onLeave} onBack={onStay}>
    {fate}
  </SaveDialog>
)
