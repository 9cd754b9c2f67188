/**
 * `npm run cert`: a local authority and a certificate for this machine's names and addresses, so that phones in the
 * same network get HTTPS, without which a browser grants them no service worker, no camera and no locks.
 * They lie in `.data/cert`, or in the folder given: `npm run cert -- FOLDER`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { generate } from 'selfsigned'
import { checkout } from '../server/env.ts'
import { networkAddresses } from '../server/platform/addresses.ts'

const folder = process.argv[2] ? path.resolve(process.argv[2]) : path.join(checkout, '.data/cert')
const file = (name: string) => path.join(folder, name)
const shown = (name: string) => path.relative(process.cwd(), file(name))

/** Trusted once on each phone, so it stays: a second run makes a new certificate and keeps the authority. */
const authorityYears = 10
/** iOS refuses server certificates that are valid for more than 825 days (support.apple.com/103769). */
const certificateDays = 800

interface Pair {
  key: string
  cert: string
}

async function authority(): Promise<Pair & { isNew: boolean }> {
  if (existsSync(file('authority.key')) && existsSync(file('authority.crt'))) {
    const [key, cert] = [
      readFileSync(file('authority.key'), 'utf8'),
      readFileSync(file('authority.crt'), 'utf8'),
    ]
    return { key, cert, isNew: false }
  }
  const made = await generate([{ name: 'commonName', value: `Larder authority of ${hostname()}` }], {
    ...strength,
    notAfterDate: inDays(authorityYears * 365),
    extensions: [
      // it may sign servers and nothing that signs further
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  const pair = { key: made.private, cert: made.cert }
  write('authority.key', pair.key)
  write('authority.crt', pair.cert)
  return { ...pair, isNew: true }
}

async function certificate(signer: Pair, names: string[], addresses: string[]): Promise<Pair> {
  const made = await generate([{ name: 'commonName', value: names[0] ?? 'localhost' }], {
    ...strength,
    ca: signer,
    notAfterDate: inDays(certificateDays),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...names.map((value) => ({ type: 2 as const, value })),
          ...addresses.map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  })
  // servers send the chain, so that a phone that trusts the authority has every link
  return { key: made.private, cert: `${made.cert.trim()}\n${signer.cert}` }
}

const strength = { keyType: 'rsa', keySize: 2048, algorithm: 'sha256' } as const
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

function write(name: string, text: string): void {
  writeFileSync(file(name), text.endsWith('\n') ? text : `${text}\n`, { mode: 0o600 })
}

mkdirSync(folder, { recursive: true, mode: 0o700 })
const host = hostname().toLowerCase()
const names = [...new Set([host.includes('.') ? host : `${host}.local`, host, 'localhost'])]
const addresses = ['127.0.0.1', '::1', ...networkAddresses()]
const signer = await authority()
const pair = await certificate(signer, names, addresses)
write('server.key', pair.key)
write('server.crt', pair.cert)

const reachable = networkAddresses()[0] ?? names[0]
console.log(`Made a certificate for ${[...names, ...addresses].join(', ')}, good for ${certificateDays} days.
${signer.isNew ? 'A new authority signed it.' : 'The authority you have signed it, so phones that trust that one need nothing more.'}

Start with it:

  HOST=0.0.0.0 TLS_CERT=${shown('server.crt')} TLS_KEY=${shown('server.key')} npm start

and open https://${reachable}:8080 on the phone. Let the phone trust the authority first:
send it ${shown('authority.crt')} (never the .key files), by mail or cable for example, and then

  Android  Settings → Security & privacy → More → Encryption & credentials → Install a certificate →
           CA certificate → Install anyway, and choose the file. Start Chrome again.
  iOS      Open the file, then Settings → Profile Downloaded → Install. Then Settings → General → About →
           Certificate Trust Settings, and switch "Larder authority of ${hostname()}" on.
  This machine's own browser needs none of it: http://localhost:8080 works.

When this machine gets another address or name, run "npm run cert" again.`)
