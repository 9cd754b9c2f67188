/**
 * `npm run cert`: a local authority and a certificate for this machine's names and addresses, so that phones in the
 * same network get HTTPS, without which a browser grants them no service worker, no camera and no locks. See `USAGE`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { X509Certificate } from 'node:crypto'
import { hostname } from 'node:os'
import path from 'node:path'
import { checkout } from '../server/env.ts'
import { networkAddresses } from '../server/platform/addresses.ts'
import { runCommand } from '../server/platform/command.ts'
import {
  makeAuthority,
  makeServerCertificate,
  mayAuthoritySign,
  type Names,
  type Pair,
} from './certificates.ts'

const USAGE = `Usage: npm run cert [-- FOLDER]
Makes a certificate for this machine's names and addresses, and a local authority that signs it.
  FOLDER  where the server's files go (.data/cert); the authority's key goes into FOLDER-authority
  --help  prints this`

const DAY_MS = 86_400_000
/** How long a phone trusts the authority. A second run within this time keeps it. */
const AUTHORITY_DAYS = 365
/** An authority with less time left than this is replaced. */
const RENEWAL_DAYS = 30

function write(file: string, text: string): void {
  writeFileSync(file, text.endsWith('\n') ? text : `${text}\n`, { mode: 0o600 })
}

function namesOfMachine(): Names {
  const host = hostname().toLowerCase()
  return {
    names: [...new Set([host.includes('.') ? host : `${host}.local`, host, 'localhost'])],
    addresses: ['127.0.0.1', '::1', ...networkAddresses()],
  }
}

/** Returns the existing authority, if it may sign these names and is valid for long enough. */
function knownAuthority(folder: string, keyFolder: string, wanted: Names): Pair | null {
  const files = [path.join(keyFolder, 'authority.key'), path.join(folder, 'authority.crt')] as const
  const permitted = path.join(keyFolder, 'permitted.json')
  if (![...files, permitted].every((file) => existsSync(file))) return null
  const [key, cert] = [readFileSync(files[0], 'utf8'), readFileSync(files[1], 'utf8')]
  const until = Date.parse(new X509Certificate(cert).validTo)
  if (!mayAuthoritySign(JSON.parse(readFileSync(permitted, 'utf8')) as Names, wanted)) return null
  return until - Date.now() > RENEWAL_DAYS * DAY_MS ? { key, cert } : null
}

async function newAuthority(folder: string, keyFolder: string, wanted: Names): Promise<Pair> {
  const now = Date.now()
  const made = await makeAuthority(`Larder authority of ${hostname()}`, wanted, {
    notBefore: new Date(now),
    notAfter: new Date(now + AUTHORITY_DAYS * DAY_MS),
  })
  // Earlier releases kept a key without name constraints here.
  rmSync(path.join(folder, 'authority.key'), { force: true })
  write(path.join(keyFolder, 'authority.key'), made.key)
  write(path.join(keyFolder, 'permitted.json'), JSON.stringify(wanted))
  write(path.join(folder, 'authority.crt'), made.cert)
  return made
}

async function make(folder: string): Promise<void> {
  const keyFolder = `${folder}-authority`
  for (const one of [folder, keyFolder]) mkdirSync(one, { recursive: true, mode: 0o700 })
  const wanted = namesOfMachine()
  const known = knownAuthority(folder, keyFolder, wanted)
  const signer = known ?? (await newAuthority(folder, keyFolder, wanted))
  const notAfter = new Date(new X509Certificate(signer.cert).validTo)
  const pair = await makeServerCertificate(signer, wanted, { notBefore: new Date(), notAfter })
  write(path.join(folder, 'server.key'), pair.key)
  write(path.join(folder, 'server.crt'), pair.cert)

  const shown = (name: string) => path.relative(process.cwd(), path.join(folder, name))
  const { names, addresses } = wanted
  console.log(`Made a certificate for ${[...names, ...addresses].join(', ')}, good until ${notAfter.toISOString().slice(0, 10)}.
${known ? 'The authority you have signed it, so phones that trust that one need nothing more.' : 'A new authority signed it: each phone has to trust it, also one that trusted an earlier authority.'}

Start with it:

  HOST=0.0.0.0 TLS_CERT=${shown('server.crt')} TLS_KEY=${shown('server.key')} npm start

(with DEMO=1 in front to show the demo to everybody in this network)
and open https://${networkAddresses()[0] ?? names[0]}:8080 on the phone. Let the phone trust the authority first:
send it ${shown('authority.crt')} (never a .key file), by mail or cable for example, and then

  Android  Settings → Security & privacy → More → Encryption & credentials → Install a certificate →
           CA certificate → Install anyway, and choose the file. Start Chrome again.
  iOS      Open the file, then Settings → Profile Downloaded → Install. Then Settings → General → About →
           Certificate Trust Settings, and switch "Larder authority of ${hostname()}" on.

The authority can sign nothing but names and addresses of this machine and private addresses. Its key is in
${path.relative(process.cwd(), keyFolder)}: the server never needs it, so do not copy it to another machine.
When this machine gets another address or name, or the certificate has ended, run "npm run cert" again;
a running server reads the new files when it gets the signal SIGHUP.`)
}

await runCommand({ usage: USAGE, options: {}, mostWords: 1 }, (_, [folder]) =>
  make(folder ? path.resolve(folder) : path.join(checkout, '.data/cert')),
)
