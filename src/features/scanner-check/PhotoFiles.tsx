import { Button } from '#src/ui/Button.tsx'
import type { ScannerEngine } from '#src/device/scanner/engine.ts'
import { PictureProblem, readPhotoFile } from '#src/device/scanner/photo-file.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { IconPlayerStop } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type ChangeEvent } from 'react'
import type { Arrived } from './results.ts'
import classes from './scanner-check.module.css'

interface PhotoFilesProps {
  openEngine: () => Promise<ScannerEngine>
  onRead: (scan: Arrived) => void
}

/** Reads photo files one after the other, each into a row of its own. */
export function PhotoFiles({ openEngine, onRead }: PhotoFilesProps) {
  const id = useId()
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)
  const [failed, setFailed] = useState<string[]>([])
  /** Chosen and not read yet. More may be chosen while some are read. */
  const queue = useRef<File[]>([])
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function readAll() {
    const ending = new AbortController()
    running.current = ending
    setFailed([])
    setProgress({ done: 0, of: queue.current.length })
    const tell = (problem: string) => setFailed((known) => [...known, problem])
    try {
      const engine = await openEngine()
      while (!ending.signal.aborted) {
        const file = queue.current.shift()
        if (!file) break
        const problem = await readOne(engine, file, (scan) => !ending.signal.aborted && onRead(scan))
        if (ending.signal.aborted) return
        if (problem) tell(problem)
        setProgress((known) => known && { ...known, done: known.done + 1 })
      }
    } catch (error) {
      if (ending.signal.aborted) return
      queue.current = []
      tell(`The scanner could not be loaded: ${wordsOf(error)}`)
    } finally {
      if (running.current === ending) stop()
    }
  }

  function stop() {
    running.current?.abort()
    running.current = null
    setProgress(null)
  }

  function chosen({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])]
    // So that the same files can be chosen again.
    currentTarget.value = ''
    if (files.length === 0) return
    queue.current.push(...files)
    if (!running.current) void readAll()
    else setProgress((known) => known && { ...known, of: known.of + files.length })
  }

  return (
    <div className={classes.panel}>
      <h2>Photos</h2>
      <label htmlFor={id}>Photo files</label>
      <input id={id} type="file" accept="image/*" multiple onChange={chosen} className={classes.files} />
      {progress && (
        <div className={classes.progress}>
          <progress value={progress.done} max={progress.of} aria-label="Photos read" />
          <span role="status">
            {progress.done} of {progress.of} read
          </span>
          <Button
            size="floor"
            icon={<IconPlayerStop size={20} aria-hidden />}
            onClick={() => {
              queue.current = []
              stop()
            }}
          >
            Stop
          </Button>
        </div>
      )}
      <ErrorNote>{failed.length > 0 && failed.join('\n')}</ErrorNote>
    </div>
  )
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** @returns why a file was not read */
async function readOne(
  engine: ScannerEngine,
  file: File,
  onRead: (scan: Arrived) => void,
): Promise<string | null> {
  try {
    const { read, ms } = await readPhotoFile(engine, file)
    onRead({ from: file.name, by: 'photo', raw: read?.raw ?? null, symbology: read?.symbology, ms })
    return null
  } catch (error) {
    if (error instanceof PictureProblem) return `${file.name} ${error.message}`
    return `${file.name} was not read, since the scanner has stopped: ${wordsOf(error)}. Open this page again.`
  }
}
