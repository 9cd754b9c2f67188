import { errorText } from '#src/api/errors.ts'
import { OTHER_FILE_OPEN, useHandedFile } from '#src/kit/use-handed-files.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useSpreadsheet } from '#src/kit/list/use-spreadsheet.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { OtherFileQuestion } from '#src/ui/OtherFileQuestion.tsx'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { SpreadsheetInput } from '#src/ui/SpreadsheetInput.tsx'
import { Steps } from '#src/ui/Steps.tsx'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { PreviewStep } from './PreviewStep.tsx'
import { MAPPED_WAREHOUSES } from './queries.ts'
import { readReceipt, type ReceiptFile } from './receipt-file.ts'
import { ReceiptPage, StepButtons } from './ReceiptPage.tsx'
import classes from './receipts.module.css'

const STEPS = ['Upload CSV', 'Preview Data']

interface OpenedFile {
  file: ReceiptFile
  /** A count, so that the same file chosen again counts as another one. */
  nth: number
}

/** `/receipt/upload`: makes a receipt from a file (C090, C104–C110). */
export function UploadScreen({ tabs }: { tabs: ReactNode }) {
  const serverReachable = useServerReachable()
  const go = useGo()
  const { value: warehouses, failure, busy, reload } = useServerQuery(MAPPED_WAREHOUSES)
  const [opened, setOpened] = useState<OpenedFile | null>(null)
  /** A file that is read and waits for an answer, because the one before has unsaved rows. */
  const [waiting, setWaiting] = useState<OpenedFile | null>(null)
  const [fate, setFate] = useState<string | null>(null)
  const nth = useRef(0)
  const file = opened?.file ?? null
  const [step, setStep] = useState(0)
  const cancel = () => go(to.receiptDifference())

  const { problem, isReading, choose } = useSpreadsheet((name, { rows }) => {
    const read = { file: readReceipt(name, rows), nth: ++nth.current }
    if (fate !== null) setWaiting(read)
    else setOpened(read)
  })

  const isOccupied = opened !== null || problem !== null
  useHandedFile('receipt', isOccupied && OTHER_FILE_OPEN, choose)

  return (
    <ReceiptPage title="Receipt upload" tabs={tabs}>
      <Steps label="Uploading a receipt" steps={STEPS} current={step} />
      {step === 0 && (
        <ChooseFile
          file={file}
          problem={problem}
          isReading={isReading}
          onChoose={(chosen) => void choose(chosen)}
        />
      )}
      {opened && (
        // The step keeps the corrections while the person looks at the first step again.
        <div hidden={step === 0} className={classes.step}>
          {failure !== null && serverReachable && (
            <ReadFailure busy={busy} onRetry={reload}>
              {errorText(failure)}
            </ReadFailure>
          )}
          <PreviewStep
            // Another file is another receipt.
            key={opened.nth}
            file={opened.file}
            warehouses={warehouses}
            reason={!serverReachable && NEEDS_SERVER}
            onSaved={cancel}
            onCancel={cancel}
            onBack={() => setStep(0)}
            onUnsaved={setFate}
          />
        </div>
      )}
      {waiting && (
        <OtherFileQuestion
          name={waiting.file.name}
          {...(fate !== null && { fate })}
          onStay={() => setWaiting(null)}
          onOpen={() => {
            setOpened(waiting)
            setWaiting(null)
          }}
        />
      )}
      {step === 0 && (
        <StepButtons onCancel={cancel} onNext={() => setStep(1)} nextReason={!file && 'Choose a file.'} />
      )}
    </ReceiptPage>
  )
}

interface ChooseFileProps {
  file: ReceiptFile | null
  problem: string | null
  isReading: boolean
  onChoose: (file: File) => void
}

function ChooseFile({ file, problem, isReading, onChoose }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div
      className={classes.drop}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const [dropped] = event.dataTransfer.files
        if (dropped) onChoose(dropped)
      }}
    >
      <IconFileSpreadsheet size={40} aria-hidden />
      <p role="status">
        {file ? (
          <>
            <b>{file.name}</b>: {file.rows.length} {file.rows.length === 1 ? 'row' : 'rows'}
          </>
        ) : (
          'The supplier’s receipt, as a .csv or .xlsx file.'
        )}
      </p>
      <Button kind="main" isBusy={isReading} onClick={() => input.current?.click()}>
        {file ? 'Choose another file' : 'Choose a file'}
      </Button>
      <SpreadsheetInput ref={input} label="The receipt’s file" onFile={onChoose} />
      <ErrorNote>{problem}</ErrorNote>
    </div>
  )
}
