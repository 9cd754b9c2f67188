/** The file of a backup: a zip archive with a text of COPY for each table, and `manifest.json` as its last entry. */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, openSync, closeSync, fsyncSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import yauzl from 'yauzl'
import yazl from 'yazl'
import { z } from 'zod'
import { StartError } from '../platform/start-error.ts'

const MANIFEST = 'manifest.json'
const ARCHIVE_FORMAT = 1
const entryOf = (table: string) => `tables/${table}.copy`

export const Manifest = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  /** Larder's version. */
  larder: z.string(),
  /** When the copy was taken: all rows are as of this moment. */
  taken_at: z.iso.datetime(),
  /** The migrations that the database had, in their order, by hash. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      rows: z.number().int().nonnegative(),
      /** The sum of the rows' hashes (`digestOf`). */
      hash: z.string(),
      /** The hash of the table's entry in the archive. */
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string().regex(/^\d+$/) })),
})
export type Manifest = z.infer<typeof Manifest>

export const rowsOf = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0)

/** Passes bytes on. At their end `check` gets their SHA-256 in hex, and may answer why they are not good. */
function hashing(check: (sha256: string) => Error | null): Transform {
  const hash = createHash('sha256')
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush: (done) => done(check(hash.digest('hex'))),
  })
}

/** One table on its way into the archive. */
export interface TableSource {
  name: string
  /** Called when the archive is ready for it. */
  open(): Readable
}

/**
 * Writes an archive in one step: the file has its name only when it is whole and on the disk.
 *
 * @param manifest makes the last entry, with the SHA-256 of each table by name
 */
export async function writeArchive(
  file: string,
  tables: readonly TableSource[],
  manifest: (hashes: ReadonlyMap<string, string>) => Manifest,
): Promise<void> {
  // This name belongs to this backup alone: another one to the same file keeps its part.
  const part = `${file}.${randomUUID()}.part`
  const zip = new yazl.ZipFile()
  const hashes = new Map<string, string>()
  for (const { name, open } of tables)
    zip.addReadStreamLazy(entryOf(name), { compressionLevel: 1 }, (give) => {
      const hashed = hashing((sha256) => {
        hashes.set(name, sha256)
        return null
      })
      pipeline(open(), hashed).catch((error: unknown) => zip.emit('error', error))
      give(null, hashed)
    })
  zip.addReadStreamLazy(MANIFEST, (give) => {
    give(null, Readable.from([Buffer.from(JSON.stringify(manifest(hashes), null, 1))]))
  })
  zip.end()
  const failed = new Promise<never>((_resolve, reject) => zip.once('error', reject))
  const removePart = () => rmSync(part, { force: true })
  process.once('exit', removePart)
  try {
    await Promise.race([
      pipeline(zip.outputStream, createWriteStream(part, { mode: 0o600, flags: 'wx' })),
      failed,
    ])
    syncToDisk(part)
    renameSync(part, file)
    syncToDisk(path.dirname(file))
  } catch (error) {
    removePart()
    throw error
  } finally {
    process.off('exit', removePart)
  }
}

function syncToDisk(file: string): void {
  const descriptor = openSync(file, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** An archive that is open, and whole as far as its manifest says. */
export interface Archive {
  manifest: Manifest
  /** The text of a table, as COPY reads it. Fails at its end where it is not what was written. */
  table(name: string): Promise<Readable>
  close(): void
}

/** @throws StartError where the file is no backup, or is cut off. */
export async function openArchive(file: string): Promise<Archive> {
  const bad = (why: string) => new StartError(`${file} is no backup of Larder, or is damaged: ${why}`)
  const asBad = (error: unknown) => (error instanceof StartError ? error : bad((error as Error).message))
  let zip: yauzl.ZipFile
  try {
    zip = await openZip(file)
  } catch (error) {
    throw asBad(error)
  }
  try {
    const entries = await entriesOf(zip)
    const open = async (name: string): Promise<Readable> => {
      const entry = entries.get(name)
      if (!entry) throw bad(`${name} is missing`)
      return promisify(zip.openReadStream.bind(zip) as OpenEntry)(entry)
    }
    const parsed = Manifest.safeParse(await jsonOf(await open(MANIFEST)))
    if (!parsed.success) throw bad(`${MANIFEST} is not valid`)
    const manifest = parsed.data
    return {
      manifest,
      async table(name) {
        const { sha256 } = manifest.tables.find((one) => one.name === name)!
        const hashed = hashing((found) => (found === sha256 ? null : bad(`${entryOf(name)} has changed`)))
        const source = await open(entryOf(name))
        source.once('error', (error) => hashed.destroy(asBad(error)))
        hashed.once('close', () => source.destroy())
        return source.pipe(hashed)
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw asBad(error)
  }
}

type OpenEntry = (entry: yauzl.Entry, give: (error: Error | null, stream: Readable) => void) => void

const openZip = (file: string) =>
  new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.open(file, { lazyEntries: true, autoClose: false }, (error, zip) =>
      zip ? resolve(zip) : reject(error!),
    ),
  )

async function entriesOf(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>()
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: yauzl.Entry) => {
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.once('end', resolve)
    zip.once('error', reject)
    zip.readEntry()
  })
  return entries
}

async function jsonOf(stream: Readable): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return null
  }
}
