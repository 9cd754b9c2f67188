import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../start-error.ts'
import { isAlive, startMoment } from './process.ts'

/** The process that the lock file names. One server at a time owns a data folder. */
export interface Holder {
  pid: number
  /** See `startMoment`. */
  started: string | null
}

const lockFile = (dataDir: string) => path.join(dataDir, 'server.lock')

/**
 * Returns the running process that owns the folder, or null. Changes nothing.
 *
 * @throws StartError when this user may not read it.
 */
export async function lockHolder(dataDir: string): Promise<Holder | null> {
  return living(await read(lockFile(dataDir)))
}

/** @throws StartError when a running process owns the folder, or this user may not read it. Changes nothing. */
export async function checkUnlocked(dataDir: string): Promise<void> {
  refuse(lockFile(dataDir), await lockHolder(dataDir))
}

/**
 * Takes the existing folder for this process. A dead process's lock is taken over.
 *
 * @returns a function that gives the folder back; it may be called in an `exit` handler.
 * @throws StartError when a running process owns the folder.
 */
export function takeLock(dataDir: string): Promise<() => void> {
  return take(lockFile(dataDir))
}

async function take(file: string): Promise<() => void> {
  const mine = JSON.stringify({ pid: process.pid, started: startMoment(process.pid) } satisfies Holder)
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, mine, { mode: 0o600 })
  try {
    // link fails for a name that exists, and the name never shows a half-written file
    while (!(await linked(draft, file))) {
      refuse(file, living(await read(file)))
      if (await replacedDead(draft, file)) break
    }
  } finally {
    await rm(draft, { force: true })
  }
  return () => {
    try {
      if (readFileSync(file, 'utf8') === mine) rmSync(file)
    } catch {
      // the folder is gone, and the lock with it
    }
  }
}

/**
 * Replaces a dead lock. Two starts may find the same one, so only the start that holds the takeover lock may replace
 * it. It reads the file again first, because the other start may have been quicker.
 */
async function replacedDead(draft: string, file: string): Promise<boolean> {
  const giveBack = await take(`${file}.takeover`)
  try {
    const text = await read(file)
    if (text === null) return false
    refuse(file, living(text))
    await rename(draft, file)
    return true
  } finally {
    giveBack()
  }
}

function refuse(file: string, holder: Holder | null): void {
  if (holder) throw new StartError(`data folder ${path.dirname(file)} is in use by process ${holder.pid}`)
}

async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Returns the file's text; null where there is none. */
async function read(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    // ENOTDIR: a file is in the folder's place; making the folder reports it
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new StartError(
      `data folder ${path.dirname(file)} cannot be read (${code}): it may belong to another user`,
    )
  })
}

function living(text: string | null): Holder | null {
  try {
    const { pid, started } = JSON.parse(text ?? '') as Holder
    const holder = { pid, started: started ?? null }
    return Number.isInteger(pid) && pid > 0 && isAlive(holder) ? holder : null
  } catch {
    return null
  }
}
