import { Button } from '#src/ui/Button.tsx'
import type { ScannerEngine } from '#src/device/scanner/engine.ts'
import { readPhotoFile } from '#src/device/scanner/photo-file.ts'
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
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function read(files: readonly File[]) {
    running.current?.abort()
    const ending = new AbortController()
    running.current = ending
    setFailed([])
    setProgress({ done: 0, of: files.length })
    try {
      const engine = await openEngine()
      for (const [index, file] of files.entries()) {
        if (ending.signal.aborted) return
        const problem = await readOne(engine, file, (scan) => !ending.signal.aborted && onRead(scan))
        if (ending.signal.aborted) return
        if (problem) setFailed((known) => [...known, problem])
        setProgress({ done: index + 1, of: files.length })
      }
    } catch (error) {
      if (!ending.signal.aborted)
        setFailed([
          `The scanner could not be loaded: ${error instanceof Error ? error.message : String(error)}`,
        ])
    } finally {
      if (running.current === ending) running.current = null
      if (!running.current) setProgress(null)
    }
  }

  function chosen({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])]
    // So that the same files can be chosen again.
    currentTarget.value = ''
    if (files.length > 0) void read(files)
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
              running.current?.abort()
              running.current = null
              setProgress(null)
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

/** @returns what is wrong with a file that is no picture */
async function readOne(
  engine: ScannerEngine,
  file: File,
  onRead: (scan: Arrived) => void,
): Promise<string | null> {
  try {
    const { read, ms } = await readPhotoFile(engine, file)
    onRead({ from: file.name, by: 'photo', raw: read?.raw ?? null, symbology: read?.symbology, ms })
    return null
  } catch {
    return `${file.name} cannot be read as a picture. Save it as JPEG or PNG and choose it again.`
  }
}
