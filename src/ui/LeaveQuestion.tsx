import { SaveDialog } from './LazySaveDialog.tsx'

interface LeaveQuestionProps {
  title?: string | undefined
  /** The words on the button that gives up what was typed. */
  act?: string
  /** What happens to the typed text, in a sentence. */
  fate: string
  onStay: () => void
  onLeave: () => void
}

/** Asks a person who leaves something that they have not saved. */
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
