import classes from './dialogs.module.css'
import { FloorModal } from './FloorModal.tsx'

/** A062: the picture fitted to the window, the product's name and a close control. */
export function ImagePreview({ url, name, onClose }: { url: string; name: string; onClose: () => void }) {
  return (
    <FloorModal title={name} onClose={onClose} full>
      <img className={classes.picture} src={url} alt={name} />
    </FloorModal>
  )
}
