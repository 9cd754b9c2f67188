import { useRef, useState } from 'react'

/** Why a form cannot be saved while its photograph is uploaded: it would be saved without it. */
const UPLOADING = 'The photograph is being uploaded. Save when it shows.'

interface FormPhoto {
  /** Why the form cannot be saved now; false where it can. */
  notNow: string | false
  /** What `PhotoUpload` calls. */
  onUrl: (url: string) => void
  onUploading: (isUploading: boolean) => void
  /** The form is cancelled: a photograph that arrives later does not become a draft of it. */
  giveUp: () => void
}

/**
 * Keeps a form from being saved while its photograph is uploaded by `PhotoUpload`.
 *
 * @param why why the form cannot be saved in any case; false where it can
 * @param onUrl takes the address of the photograph
 */
export function usePhotoUpload(why: string | false, onUrl: (url: string) => void): FormPhoto {
  const [isUploading, setUploading] = useState(false)
  const isGivenUp = useRef(false)
  return {
    notNow: why || (isUploading && UPLOADING),
    onUrl(url) {
      if (!isGivenUp.current) onUrl(url)
    },
    onUploading: setUploading,
    giveUp() {
      isGivenUp.current = true
    },
  }
}
