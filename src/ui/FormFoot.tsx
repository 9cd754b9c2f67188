import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ActionButton } from './ActionButton.tsx'
import { OfflineNote } from './OfflineNote.tsx'
import classes from './form.module.css'

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
        <Button variant="default" size="md" onClick={onCancel}>
          Cancel
        </Button>
        {children}
      </div>
    </>
  )
}

/** Save: sends the form, or says why it cannot be sent now. */
export function SubmitButton({ reason }: { reason: string | false }) {
  return reason ? (
    <ActionButton size="md" reason={reason} onClick={() => undefined}>
      Save
    </ActionButton>
  ) : (
    <Button type="submit" size="md">
      Save
    </Button>
  )
}
