import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'
import type { InvoiceEdit } from './use-invoice-edit.ts'

/** B122: save, discard, or reset all. B125: what is asked when edit mode is left with something unsaved. */
export default function EditDialog({ edit }: { edit: InvoiceEdit }) {
  const { asked } = edit
  if (asked?.about === 'leaving')
    return (
      <SaveDialog
        isLeaveFirst
        title="Unsaved changes"
        act="Save and continue"
        leave="Keep editing"
        reason={edit.wrong ?? false}
        save={() => void edit.save(asked.leave)}
        onBack={edit.stopAsking}
      >
        You have unsaved changes. Save and continue?
      </SaveDialog>
    )
  return (
    <Modal title="Price overrides" onClose={edit.stopAsking}>
      <p>
        Saved prices are charged at once. A reset brings the original prices back, until it is saved or
        discarded.
      </p>
      <ModalButtons>
        <Button onClick={edit.discard} reason={!edit.isDirty && 'Nothing has been changed'}>
          Discard
        </Button>
        <Button onClick={edit.reset}>Reset all to original prices</Button>
        <Button
          kind="main"
          isFirst
          onClick={() => void edit.save()}
          reason={edit.wrong ?? (!edit.isDirty && 'Nothing has been changed')}
        >
          Save
        </Button>
      </ModalButtons>
    </Modal>
  )
}
