/**
 * The disk below the embedded database. Before it is full, calls that write are answered 503: PostgreSQL stops on a full disk, and needs
 * room to start again. Devices keep their edits and send them later.
 */
import { statfs } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import { embeddedDir, type Env } from '../env.ts'
import { codeOf } from './busy.ts'
import { Problem } from './problem.ts'

const LOOK_EVERY_MS = 15_000
const RETRY_AFTER_S = 60
const MB = 1024 * 1024

export interface Disk {
  /** Bytes; null where it is not known: the database is elsewhere. */
  room(): { free: number; all: number } | null
  /** Whether nothing may be written. */
  isFull(): boolean
  close(): void
}

/** For a server that keeps no database on this machine. */
export const NO_DISK: Disk = { room: () => null, isFull: () => false, close: () => undefined }

/** Looks at once, and every few seconds. */
export async function openDisk(
  env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR' | 'DISK_LEAST_MB'>,
  log: Pick<FastifyBaseLogger, 'error' | 'info'>,
): Promise<Disk> {
  const folder = embeddedDir(env)
  if (folder === null) return NO_DISK
  const least = env.DISK_LEAST_MB
  let room: { free: number; all: number } | null = null
  let isFull = false
  const look = async (): Promise<void> => {
    const found = await statfs(folder).catch(() => null)
    room = found && { free: found.bavail * found.bsize, all: found.blocks * found.bsize }
    const wasFull = isFull
    isFull = room !== null && room.free < least * MB
    if (isFull === wasFull) return
    const free = `${Math.floor((room?.free ?? 0) / MB)} MB are free in ${folder}`
    if (isFull) log.error(`the disk is almost full, nothing is saved: ${free}, DISK_LEAST_MB is ${least}`)
    else log.info(`the disk has room again: ${free}`)
  }
  await look()
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  timer.unref()
  return { room: () => room, isFull: () => isFull, close: () => clearInterval(timer) }
}

/** Reading, and signing in to read: a session takes little of the room that is left. */
export const isAnsweredWhileFull = (method: string, route = ''): boolean =>
  method === 'GET' || method === 'HEAD' || /^\/api\/auth(\/|$)/.test(route)

/** 503 with `Retry-After`. */
export const diskFull = () =>
  new Problem(
    503,
    'The server’s disk is almost full, and nothing can be saved. The person who runs the server has to make room on it.',
    { code: 'disk_full' },
    { 'retry-after': String(RETRY_AFTER_S) },
  )

/** Returns whether an error of PostgreSQL reports a disk without room. */
export const isDiskFull = (error: unknown): boolean => codeOf(error) === '53100'
