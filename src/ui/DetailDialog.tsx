import { Modal } from './Modal.tsx'
import classes from './DetailDialog.module.css'
import { Picture } from './Picture.tsx'

interface DetailDialogProps {
  title: string
  pictureUrl: string
  text: string
  /** Label and value. */
  facts: readonly (readonly [string, string])[]
  onClose: () => void
}

/** All that is to be known of one thing, to be looked at. */
export default function DetailDialog({ title, pictureUrl, text, facts, onClose }: DetailDialogProps) {
  return (
    <Modal title={title} onClose={onClose} size="floorWide">
      <Picture url={pictureUrl} name={title} />
      {text && <p>{text}</p>}
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <Fact key={label} label={label} value={value} />
        ))}
      </dl>
    </Modal>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value || '–'}</dd>
    </>
  )
}
