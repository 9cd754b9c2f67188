import type { Invoice } from '#contract/invoices/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { invoicePdf } from '#src/documents/invoice-pdf.ts'
import { BigButton, BigModal } from '#src/ui/BigModal.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './invoice.module.css'
import { savePdf } from './save-pdf.ts'

interface PreviewDialogProps {
  invoice: Invoice
  client: Client
  onClose: () => void
}

/** B032: the invoice as a PDF, to look at and to keep. */
export default function PreviewDialog({ invoice, client, onClose }: PreviewDialogProps) {
  const [address, setAddress] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    let made: string | null = null
    let closed = false
    invoicePdf(client, invoice).then(
      (pdf) => {
        if (closed) return
        made = URL.createObjectURL(pdf)
        setAddress(made)
      },
      (error: unknown) => setProblem(errorText(error)),
    )
    return () => {
      closed = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [client, invoice])

  const download = () =>
    savePdf(client, invoice.order_id).catch((error: unknown) => setProblem(errorText(error)))
  return (
    <BigModal wide title={`Invoice #${invoice.order_id}`} onClose={onClose}>
      {address ? (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- Chrome shows no PDF in a sandbox; this one was made here
        <iframe className={classes.preview} src={address} title={`PDF of invoice #${invoice.order_id}`} />
      ) : (
        !problem && <Skeleton height={360} radius="md" />
      )}
      <ErrorNote>{problem}</ErrorNote>
      <div className={classes.dialogButtons}>
        {address && (
          // A phone's browser shows no PDF inside a page.
          <a href={address} target="_blank" rel="noreferrer" className={classes.open}>
            Open
          </a>
        )}
        <BigButton main isFirst onClick={() => void download()}>
          Download
        </BigButton>
      </div>
    </BigModal>
  )
}
