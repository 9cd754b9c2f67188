import { nameOf, upcOf } from '#contract/picking/lines.ts'
import { useState } from 'react'
import { useCell } from '#src/ui/cell.ts'
import classes from './dialogs.module.css'
import { type ScanSession, searchLines } from '../session/index.ts'
import floor from '#src/picking/floor.module.css'
import picking from '#src/picking/picking.module.css'
import { FloorButtons, Modal } from '#src/ui/Modal.tsx'
import { AnswerFirst } from './IgnoredScan.tsx'

/** More items than a person looks through without typing a word first. */
const SHOWN_ITEMS = 60

interface LinkDialogProps {
  session: ScanSession
  raw: string
  onLink: (line: string) => void
  onClose: () => void
}

/** Links an unknown barcode to a product of the list (A058, A229). */
export default function LinkDialog({ session, raw, onLink, onClose }: LinkDialogProps) {
  const lines = useCell(session.list, (list) => list.lines)
  const [text, setText] = useState('')
  const [ticked, setTicked] = useState<string | null>(null)
  const found = searchLines(lines, text)
  const shown = found.slice(0, SHOWN_ITEMS)
  // An item that the search hides is not chosen, so that a barcode is not linked to an item out of sight.
  const chosen = shown.some(({ id }) => id === ticked) ? ticked : null
  return (
    <Modal size="floorWide" title="Link barcode" onClose={onClose}>
      <AnswerFirst session={session} />
      <p>
        <span className={floor.code}>{session.codeToLink(raw)}</span> will stand for the chosen item from now
        on.
      </p>
      <label className={picking.field}>
        Find an item
        <input
          className={picking.text}
          value={text}
          placeholder="Name, code or bin"
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div className={classes.choices} role="radiogroup" aria-label="Item">
        {shown.map((line) => (
          <label key={line.id} className={classes.choice}>
            <input
              type="radio"
              name="item"
              checked={chosen === line.id}
              onChange={() => setTicked(line.id)}
            />
            <span>
              <b>{line.bin}</b> {nameOf(line)} · {upcOf(line)}
            </span>
          </label>
        ))}
        {found.length === 0 && <p>No item of the list has this in its name, code or bin.</p>}
        {found.length > SHOWN_ITEMS && <p>{found.length - SHOWN_ITEMS} more: type a part of the name.</p>}
      </div>
      <FloorButtons
        onBack={onClose}
        act="Link"
        reason={chosen === null && 'Choose the item first.'}
        onAct={() => chosen !== null && onLink(chosen)}
      />
    </Modal>
  )
}
