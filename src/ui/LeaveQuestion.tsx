import { SaveDialog } from './LazySaveDialog.tsx'

interface LeaveQuestionProps {
  title?: string | undefined
  /** The words on the button that gives up what was typed. */
  act?: string
  /** What becomes of what was typed, in a sentence. */
  fate: string
  onStay: () => void
  onLeave: () => void
}

/** Asks whoever leaves something that they have not saved. */
export const LeaveQuestion = ({
  title = 'Leave without saving?',
  act = 'Leave',
  fate,
  onStay,
  onLeave,
}: LeaveQuestionProps) => (
  <SaveDialog title={title} act={act} leave="Stay" kind="plain" isLeaveFirst save={onLeave} onBack={onStay}>
    {fate}
  </SaveDialog>
)
