import { Button } from '#src/ui/Button.tsx'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { sameView, useSavedViews, viewOf } from './use-saved-views.ts'
import classes from './views.module.css'

interface SavedViewsProps {
  /** Names the list in the device's storage. */
  list: string
  /** What the list shows now, as its address has it. */
  search: object
  /** Shows a view. */
  onSearch: (search: object) => void
}

/** The most characters of a view's name. */
const NAME_LENGTH = 40

/** The views of a list that a person has saved: one press shows one of them again. */
export function SavedViews({ list, search, onSearch }: SavedViewsProps) {
  const { views, save, remove } = useSavedViews(list)
  const [isNaming, setNaming] = useState(false)
  const shown = views.find((view) => sameView(view.search, search))
  const isNarrowed = Object.keys(viewOf(search)).length > 0
  if (views.length === 0 && !isNarrowed) return null
  return (
    <div role="group" aria-label="Saved views" className={classes.views}>
      {views.map((view) => (
        <Button
          key={view.name}
          isPressed={view === shown}
          onClick={() => onSearch(view === shown ? {} : view.search)}
        >
          {view.name}
        </Button>
      ))}
      {shown ? (
        <Button onClick={() => remove(shown.name)}>Delete view</Button>
      ) : (
        isNarrowed && <Button onClick={() => setNaming(true)}>Save view</Button>
      )}
      {isNaming && (
        <NameDialog
          onSave={(name) => {
            save({ name, search: viewOf(search) })
            setNaming(false)
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  )
}

function NameDialog({ onSave, onClose }: { onSave: (name: string) => void; onClose: () => void }) {
  const [name, setName] = useState('')
  return (
    <Modal title="Save this view" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') onSave(name.trim())
        }}
      >
        <TextInput
          data-autofocus
          label="Name"
          description="The search, the filters and the order of the list are saved on this device."
          size="md"
          maxLength={NAME_LENGTH}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <ModalButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" isSubmit reason={name.trim() === '' && 'Give it a name first.'}>
            Save
          </Button>
        </ModalButtons>
      </form>
    </Modal>
  )
}
