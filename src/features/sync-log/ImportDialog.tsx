import { useSignedIn } from '#src/kit/signed-in.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import { bringIn, readOutboxFile, type ImportLine, type OutboxFile } from '#src/sync/export.ts'
import { deviceReport } from '#src/sync/send/report.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { plural } from '#src/ui/format.ts'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { useEffect, useRef, useState } from 'react'
import { namesOf, type Names } from './names.ts'
import { showTime } from '#src/ui/show-time.ts'
import classes from './sync-log.module.css'
import { editWords } from '#contract/sync/words.ts'

interface ImportDialogProps {
  deviceId: () => Promise<string>
  outbox: readonly OutboxRecord[]
  /** The file to begin with. */
  handed: File | null
  onClose: () => void
}

type Outbox = OutboxFile['outbox']
type Step =
  | { at: 'choose' }
  | { at: 'ready'; file: Outbox }
  /** `all` is the number of changes that are sent now: a retry sends fewer than the file has. */
  | { at: 'sending'; all: number; done: number }
  | { at: 'done'; file: Outbox; lines: ImportLine[]; names: Names }

/**
 * Imports another device's file: choose the file, see whose it is, send it with progress, and see the outcome of each
 * edit.
 */
export default function ImportDialog({ deviceId, outbox, handed, onClose }: ImportDialogProps) {
  const { engine, client } = useSignedIn()
  const [step, setStep] = useState<Step>({ at: 'choose' })
  const [problem, setProblem] = useState<string | null>(null)
  const stopping = useRef<AbortController | null>(null)

  useEffect(() => {
    if (handed) void choose(handed)
    // Runs once, with the file that the dialog opened with.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [handed])

  async function choose(file: File | undefined) {
    setProblem(null)
    setStep({ at: 'choose' })
    if (!file) return
    try {
      setStep({ at: 'ready', file: await readOutboxFile(file) })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }

  /** @param before the outcome of each edit of the file so far; empty at the first time */
  async function send(file: Outbox, records: readonly ImportLine['record'][], before: readonly ImportLine[]) {
    stopping.current = new AbortController()
    const all = records.length
    setStep({ at: 'sending', all, done: 0 })
    const sent = await bringIn(records, {
      client,
      userId: engine.user.id,
      deviceId: await deviceId(),
      held: deviceReport(outbox, Date.now()),
      signal: stopping.current.signal,
      onProgress: (done) => setStep({ at: 'sending', all, done }),
    })
    const lines = withOutcomes(before, sent)
    setStep({ at: 'done', file, lines, names: await namesOf(engine.db, file.records) })
    engine.pullNow().catch(() => undefined)
  }

  function close() {
    stopping.current?.abort()
    onClose()
  }

  return (
    <Modal title="Import unsent changes" onClose={close} size="wide">
      <div className={classes.stack}>
        {step.at === 'choose' && <ChooseFile onFile={(file) => void choose(file)} />}
        <ErrorNote>{problem}</ErrorNote>
        {step.at === 'ready' && (
          <Ready
            file={step.file}
            onOther={() => setStep({ at: 'choose' })}
            onSend={() => void send(step.file, step.file.records, [])}
          />
        )}
        {step.at === 'sending' && (
          <Sending done={step.done} all={step.all} onStop={() => stopping.current?.abort()} />
        )}
        {step.at === 'done' && (
          <Results
            lines={step.lines}
            names={step.names}
            onRetry={(records) => void send(step.file, records, step.lines)}
            onClose={close}
          />
        )}
      </div>
    </Modal>
  )
}

function ChooseFile({ onFile }: { onFile: (file: File | undefined) => void }) {
  return (
    <>
      <p>
        A file that “Export unsent” made on another device. Its changes are sent from here, as their author’s.
        What has arrived already is not changed.
      </p>
      <input
        type="file"
        aria-label="File of unsent changes"
        accept=".json,application/json"
        onChange={(event) => onFile(event.currentTarget.files?.[0])}
      />
    </>
  )
}

interface ReadyProps {
  file: Outbox
  onOther: () => void
  onSend: () => void
}

function Ready({ file, onOther, onSend }: ReadyProps) {
  const count = file.records.length
  return (
    <>
      <About file={file} />
      <ModalButtons>
        <Button onClick={onOther}>Another file</Button>
        <Button kind="main" reason={count === 0 && 'There is nothing in this file to send.'} onClick={onSend}>
          Send {plural(count, 'change')}
        </Button>
      </ModalButtons>
    </>
  )
}

function Sending({ done, all, onStop }: { done: number; all: number; onStop: () => void }) {
  return (
    <>
      <p role="status">
        {done} of {all} sent
      </p>
      <progress aria-label="Sent" max={all} value={done} />
      <ModalButtons>
        <Button onClick={onStop}>Stop</Button>
      </ModalButtons>
    </>
  )
}

function About({ file }: { file: Outbox }) {
  const orders = new Set(file.records.flatMap(({ order }) => order ?? []))
  return (
    <p>
      {plural(file.records.length, 'change')} by <strong>{file.user.username}</strong>
      {orders.size > 0 && <> for {plural(orders.size, 'order')}</>}, exported {showTime(file.exported_at)} on
      device {file.device_id.slice(0, 8)}. The signature fits: nothing was changed on the way.
    </p>
  )
}

interface ResultsProps {
  lines: readonly ImportLine[]
  /** The product names that this device knows. */
  names: Names
  onRetry: (records: ImportLine['record'][]) => void
  onClose: () => void
}

/** Returns the outcome of each edit of the file: the one of this time, else the one of before. */
function withOutcomes(before: readonly ImportLine[], sent: readonly ImportLine[]): ImportLine[] {
  const now = new Map(sent.map((line) => [line.record.mutation_id, line]))
  return before.length === 0 ? [...sent] : before.map((line) => now.get(line.record.mutation_id) ?? line)
}

/** A held or unanswered edit may be imported again at once. A refused one is for its author's own device. */
const again = ({ outcome }: ImportLine) => outcome === 'unsent' || outcome === 'retry' || outcome === 'held'

function Results({ lines, names, onRetry, onClose }: ResultsProps) {
  const failed = lines.filter(({ outcome }) => outcome !== 'applied')
  return (
    <>
      <p role="status">
        {lines.length - failed.length} of {plural(lines.length, 'change')} acknowledged.
        {failed.length === 0 && ' The other device finds that out by itself when it is online.'}
      </p>
      {failed.length > 0 && (
        <ul className={classes.lines} aria-label="Changes that were not applied">
          {failed.map(({ record, message }) => (
            <li key={record.mutation_id} className={classes.edit}>
              <strong>{editWords(record, names.of(record), names.product).title}</strong>
              <span className={classes.quiet}>
                {record.order !== null && `Order ${record.order} · `}
                {showTime(record.created_at)}
              </span>
              <span>{message}</span>
            </li>
          ))}
        </ul>
      )}
      <ModalButtons>
        {failed.some(again) && (
          // The refused ones go along: without them the server would apply what waits for them, or refuse half of an
          // act for ever.
          <Button onClick={() => onRetry(failed.map(({ record }) => record))}>
            Retry {plural(failed.length, 'change')}
          </Button>
        )}
        <Button kind="main" onClick={onClose}>
          Close
        </Button>
      </ModalButtons>
    </>
  )
}
