import { Button } from '#src/ui/Button.tsx'
import { snackbar } from '#src/ui/snackbar.ts'
import { TextInput } from '@mantine/core'
import { IconCopy, IconQrcode } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import classes from './share.module.css'

const QrDialog = lazy(() => import('./QrDialog.tsx'))

interface ShareToolsProps {
  /** The page's own, with its host. */
  address: string
  /** Names the files, without what follows the dot. */
  fileName: string
}

/** A088, A090: the page's address, to read, to copy, and as a code to print. */
export default function ShareTools({ address, fileName }: ShareToolsProps) {
  const field = useRef<HTMLInputElement>(null)
  const [isCodeOpen, setCodeOpen] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      snackbar('URL copied to clipboard.')
    } catch {
      // A browser gives the clipboard to secure pages only, and asks some people first.
      field.current?.select()
      snackbar('This browser does not let a page copy. The link is selected: copy it there.', 'bad')
    }
  }

  return (
    <section className={classes.share} aria-label="Share this list">
      <TextInput
        ref={field}
        className={classes.address}
        size="md"
        label="The link to this page"
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button icon={<IconCopy size={20} aria-hidden />} onClick={() => void copy()}>
        Copy link
      </Button>
      <Button icon={<IconQrcode size={20} aria-hidden />} onClick={() => setCodeOpen(true)}>
        QR code
      </Button>
      <Suspense>
        {isCodeOpen && <QrDialog address={address} fileName={fileName} onClose={() => setCodeOpen(false)} />}
      </Suspense>
    </section>
  )
}
