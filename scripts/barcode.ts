/** `npm run -s barcode < scans.jsonl`: prints what each scan says. See `USAGE`. */
import { once } from 'node:events'
import { blankScan, parseScan, type ParsedScan, type ScanSettings } from '../contract/barcode/parse.ts'
import { regionNamed, REGIONS } from '../contract/barcode/random-weight.ts'
import { runCommand, UsageError } from '../server/platform/command.ts'

const USAGE = `Usage: npm run -s barcode [-- --region REGION] < scans.jsonl
Reads raw scans on standard input, one JSON string a line, and prints what each says, one JSON object a line.
  --region REGION  whose rules codes with a weight or price follow (or the variable REGION): ${REGIONS.join(', ')}
  --help           prints this`

/** Output is written in pieces of about this many characters: one write a line is ten times slower. */
const PIECE_CHARACTERS = 65_536

// A reader that has seen enough (`| head`) closes the pipe; that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

let pending = ''

async function readAll(settings: ScanSettings): Promise<void> {
  for await (const line of lines(process.stdin.setEncoding('utf8'))) {
    pending += `${printed(read(line, settings))}\n`
    if (pending.length >= PIECE_CHARACTERS) await flush()
  }
  await flush()
}

/** Throws a `UsageError` for a name that no region has. */
function readRegion(name = process.env.REGION): string | undefined {
  if (!name) return undefined
  const region = regionNamed(name)
  if (!region) throw new UsageError(`There is no region “${name}”. Known ones: ${REGIONS.join(', ')}.`)
  return region
}

function read(line: string, settings: ScanSettings): ParsedScan {
  const scan = textOf(line)
  if (typeof scan === 'string') return parseScan(scan, settings)
  const message = 'This line is not a JSON string.'
  return { ...blankScan(line), error: { name: 'malformed', message } }
}

function textOf(line: string): unknown {
  try {
    // A file saved on Windows may begin with a byte order mark.
    return JSON.parse(line.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

function printed(scan: ParsedScan): string {
  const { raw, ok, symbology, elements, gtin, lot, weightLb, price, count, region, error } = scan
  const text = error && `${error.name}: ${error.message}`
  return JSON.stringify({
    raw,
    ok,
    symbology,
    elements,
    gtin,
    lot,
    weightLb,
    price,
    count,
    region,
    error: text,
  })
}

async function flush(): Promise<void> {
  const piece = pending
  pending = ''
  if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
}

async function* lines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  // Parts of the line that has not ended yet; joined once, so that a very long line costs its length only.
  let parts: string[] = []
  for await (const chunk of chunks) {
    const [first = '', ...rest] = chunk.split('\n')
    parts.push(first)
    for (const next of rest) {
      yield parts.join('').replace(/\r$/, '')
      parts = [next]
    }
  }
  const last = parts.join('')
  if (last !== '') yield last
}

await runCommand({ usage: USAGE, options: { region: { type: 'string' } } }, ({ region }) =>
  readAll({ region: readRegion(region), currentYear: new Date().getFullYear() }),
)
