import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { downloadBlob } from '#src/ui/download.ts'
import QRCodeStyling from 'qr-code-styling'
import { useCallback, useMemo, useState } from 'react'
import classes from './share.module.css'

interface QrDialogProps {
  address: string
  fileName: string
  onClose: () => void
}

/** Enough for a poster. Codes are read dark on light whatever the screen's colours, with four modules of white around. */
const SIDE_PX = 1_024
const MARGIN_PX = 100

/** A088, A089: a code that a phone's camera opens the page with, and its files for the printer. */
export default function QrDialog({ address, fileName, onClose }: QrDialogProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const code = useMemo(
    () =>
      new QRCodeStyling({
        type: 'svg',
        width: SIDE_PX,
        height: SIDE_PX,
        margin: MARGIN_PX,
        data: address,
        qrOptions: { errorCorrectionLevel: 'M' },
        // Rounded to whole pixels, modules show hairlines between them wherever the drawing is scaled.
        dotsOptions: { roundSize: false },
      }),
    [address],
  )
  const show = useCallback((place: HTMLDivElement | null) => code.append(place ?? undefined), [code])

  async function save(format: 'png' | 'svg') {
    try {
      const file = await code.getRawData(format)
      if (!(file instanceof Blob)) throw new Error('no picture')
      downloadBlob(`${fileName}.${format}`, file)
      setProblem(null)
    } catch {
      setProblem('This browser could not make the picture. Try the other format.')
    }
  }

  return (
    <Modal size="floor" title="QR code" onClose={onClose}>
      <div ref={show} className={classes.code} role="img" aria-label={`QR code of ${address}`} />
      <p className={classes.read}>{address}</p>
      <ErrorNote>{problem}</ErrorNote>
      <div role="group" aria-label="Download" className={classes.downloads}>
        <Button size="floor" onClick={() => void save('png')}>
          PNG
        </Button>
        <Button size="floor" onClick={() => void save('svg')}>
          SVG
        </Button>
      </div>
    </Modal>
  )
}
