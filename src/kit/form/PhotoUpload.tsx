import { Photo } from '#contract/products/photo.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { IconCamera } from '@tabler/icons-react'
import { useRef } from 'react'
import { usePress } from './use-press.ts'
import { useCall } from './use-save.tsx'

interface PhotoUploadProps {
  /** Makes a chosen picture small. Rejects with an Error in words. */
  makePhoto: (file: Blob) => Promise<Blob>
  /** Why nothing can be uploaded now; false where it can. */
  reason: string | false
  /** The address of what was uploaded. It is the product's when its form is saved. */
  onUrl: (url: string) => void
  /** Whether a photograph is being uploaded: the form gives Save a reason (`usePhotoUpload`). */
  onUploading: (isUploading: boolean) => void
}

/** Uploads a photograph from the camera or a file. */
export function PhotoUpload({ makePhoto, reason, onUrl, onUploading }: PhotoUploadProps) {
  const input = useRef<HTMLInputElement>(null)
  const { press, isBusy, problem } = usePress()
  const upload = useCall({
    call: (client, photo: Blob) => client.api('POST', 'photos', { body: photo, schema: Photo }),
  })

  const take = (file: File) =>
    press(async () => {
      onUploading(true)
      try {
        onUrl((await upload(await makePhoto(file))).url)
      } finally {
        onUploading(false)
      }
    })
  return (
    <div>
      <Button
        icon={<IconCamera size={20} aria-hidden />}
        isBusy={isBusy}
        reason={reason}
        onClick={() => input.current?.click()}
      >
        Upload a photograph
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        aria-label="Photograph"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) void take(chosen)
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <ErrorNote>{problem}</ErrorNote>
    </div>
  )
}
