import { FloorNote } from '#src/picking/FloorNote.tsx'
import classes from '#src/picking/floor.module.css'
import { Button } from '#src/ui/Button.tsx'
import { Suspense, useState } from 'react'
import { LinkDialog } from '../dialogs/index.ts'
import type { ScanResult, ScanSession } from '../session/index.ts'
import { ScannedCode } from './ScannedCode.tsx'

interface UnknownNoteProps {
  session: ScanSession
  result: Extract<ScanResult, { kind: 'unknown' }>
  mayLink: boolean
  onRescan: () => void
}

/** A325–A329: people with the right may link an unknown code. */
export function UnknownNote({ session, result, mayLink, onRescan }: UnknownNoteProps) {
  const [linking, setLinking] = useState(false)
  return (
    <FloorNote tone="act" title="Not found">
      <p>
        {mayLink
          ? 'Please re-scan or link this barcode to a product included in the scanning list...'
          : 'Please re-scan'}
      </p>
      {result.hint && <p>{result.hint}</p>}
      <ScannedCode raw={result.raw} />
      <div className={classes.row}>
        <Button size="floor" onClick={onRescan}>
          Re-scan
        </Button>
        {mayLink && (
          <Button size="floor" onClick={() => setLinking(true)}>
            Link barcode
          </Button>
        )}
      </div>
      {linking && (
        <Suspense>
          <LinkDialog
            session={session}
            raw={result.raw}
            onClose={() => setLinking(false)}
            onLink={(line) => {
              setLinking(false)
              void session.link(result.raw, line)
            }}
          />
        </Suspense>
      )}
    </FloorNote>
  )
}
