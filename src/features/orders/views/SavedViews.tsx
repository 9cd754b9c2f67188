import { Button } from '#src/ui/Button.tsx'
import { LineInput } from '#src/ui/inputs/LineInput.tsx'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { useState } from 'react'
import classes from './views.module.css'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useLocalStorage } from '@mantine/hooks'

/** What a list is narrowed, searched and sorted by, as its address has it. */
type Search = Readonly<Record<string, unknown>>

interface SavedView {
  name: string
  search: Search
}

interface SavedViews {
  views: readonly SavedView[]
  /** Keeps a view; one of the same name is replaced. */
  save: (view: SavedView) => void
  remove: (name: string) => void
}

/** Pages are not part of a view. */
const partsOf = (search: object): [string, unknown][] =>
  Object.entries(search)
    .filter(([part, value]) => value !== undefined && part !== 'page')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Returns the part of an address that is a view. */
const viewOf = (search: object): Search => Object.fromEntries(partsOf(search))

const sameView = (a: object, b: object): boolean => JSON.stringify(partsOf(a)) === JSON.stringify(partsOf(b))

/** The views of a list that a person has saved on this device. */
function useSavedViews(list: string): SavedViews {
  const { engine } = useSignedIn()
  const [views, setViews] = useLocalStorage<readonly SavedView[]>({
    key: `larder-views-${engine.user.id}-${list}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const without = (name: string) => views.filter((view) => view.name !== name)
  return {
    views,
    save: (view) => setViews([...without(view.name), view]),
    remove: (name) => setViews(without(name)),
  }
}

interface SavedViewsProps {
  /** Names the list in the device's storage. */
  list: string
  /** What the list shows now, as its address has it. */
  search: object
  /** Shows a view. */
  onSearch: (search: object) => void
}

/** The most characters of a view's name. */
const NAME_CHARACTERS = 40

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
        <LineInput
          data-autofocus
          label="Name"
          description="The search, the filters and the order of the list are saved on this device."
          maxLength={NAME_CHARACTERS}
          value={name}
          onChange={setName}
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
