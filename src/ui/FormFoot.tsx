import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { OfflineNote } from './OfflineNote.tsx'
import classes from './buttons.module.css'

interface FormFootProps {
  serverReachable: boolean
  onCancel: () => void
  /** The buttons after Cancel, Save the last of them. */
  children: ReactNode
}

/** The end of an office form: what is said without the server, and the buttons. */
export function FormFoot({ serverReachable, onCancel, children }: FormFootProps) {
  return (
    <>
      {!serverReachable && (
        <OfflineNote>
          The server is not in reach. What you typed stays here; it can be saved when the server is back.
        </OfflineNote>
      )}
      <div className={classes.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        {children}
      </div>
    </>
  )
}

/** Save: sends the form, or says why it cannot be sent now. */
export const SubmitButton = ({ reason }: { reason: string | false }) => (
  <Button kind="main" isSubmit reason={reason}>
    Save
  </Button>
)
