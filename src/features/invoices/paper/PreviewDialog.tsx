import { invoiceFileName } from '#contract/invoices/document.ts'
import { errorText } from '#src/api/errors.ts'
import { makePdf } from '#src/documents/make-pdf.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { Button } from '#src/ui/Button.tsx'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { FileLink } from '#src/kit/links/ButtonLink.tsx'
import { Skeleton } from '@mantine/core'
import { downloadBlob } from '#src/ui/download.ts'
import { useEffect, useState } from 'react'
import type { InvoicePage } from '../queries.ts'
import classes from '../invoice.module.css'
import { savePdf } from './save-pdf.ts'

interface PreviewDialogProps {
  page: InvoicePage
  serverReachable: boolean
  onClose: () => void
}

/** B032: the invoice as a PDF, to look at and to keep. Made here, so that it is there without the server too. */
export default function PreviewDialog({
  page: { invoice, printed },
  serverReachable,
  onClose,
}: PreviewDialogProps) {
  const { client } = useSignedIn()
  const [made, setMade] = useState<{ pdf: Blob; address: string } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  // An effect, not a question: its address has to be given back to the browser.
  useEffect(() => {
    const closed = new AbortController()
    let address: string | null = null
    makePdf({ kind: 'invoice', invoice: printed }, { signal: closed.signal }).then(
      (pdf) => {
        if (closed.signal.aborted) return
        address = URL.createObjectURL(pdf)
        setMade({ pdf, address })
      },
      (error: unknown) => {
        if (!closed.signal.aborted) setProblem(errorText(error))
      },
    )
    return () => {
      closed.abort()
      if (address) URL.revokeObjectURL(address)
    }
  }, [printed])

  /** B242: the invoice as it is now; without the server, what is shown. */
  async function download() {
    try {
      if (serverReachable) await savePdf(client, invoice.order_id)
      else if (made) downloadBlob(invoiceFileName(invoice, 'pdf'), made.pdf)
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  return (
    <Modal size="wide" title={printed.title} onClose={onClose}>
      {made ? (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- Chrome shows no PDF in a sandbox; this one was made here
        <iframe
          className={classes.preview}
          // The page as wide as its window, without a column of small pages beside it.
          src={`${made.address}#navpanes=0&view=FitH`}
          title={`PDF of invoice #${invoice.order_id}`}
        />
      ) : (
        !problem && <Skeleton height={360} radius="md" />
      )}
      <ErrorNote>{problem}</ErrorNote>
      <ModalButtons>
        {made && (
          // A phone's browser shows no PDF inside a page.
          <FileLink href={made.address}>Open</FileLink>
        )}
        <Button
          kind="main"
          isFirst
          reason={!serverReachable && !made && 'It is being made.'}
          onClick={() => void download()}
        >
          Download
        </Button>
      </ModalButtons>
    </Modal>
  )
}
