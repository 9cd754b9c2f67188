import { useState, type ReactNode } from 'react'
import { Modal } from './Modal.tsx'
import classes from './Picture.module.css'
import { isPicture } from './is-picture.ts'

/** A061: a small picture that opens large; nothing if the address is not one of a picture, or does not answer. */
export function Picture({
  url,
  name,
  className = classes.thumb,
  instead = null,
}: {
  url: string
  name: string
  className?: string | undefined
  /** Shown in place of a missing picture. */
  instead?: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  if (!isPicture(url) || failed === url) return instead
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={`Picture of ${name}`}
        onClick={() => setOpen(true)}
      >
        <img src={url} alt="" loading="lazy" onError={() => setFailed(url)} />
      </button>
      {open && (
        // Fitted to the window, with the product's name and a close control.
        <Modal title={name} onClose={() => setOpen(false)} size="floorWide">
          <img className={classes.picture} src={url} alt={name} />
        </Modal>
      )}
    </>
  )
}
