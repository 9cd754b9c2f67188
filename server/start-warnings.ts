import type { Env } from './env.ts'
import { takesTestCards } from './invoices/payments/provider.ts'
import { allowsClearText } from './mail/transport.ts'
import { isLoopback } from './platform/addresses.ts'
import { plainHttpWarning } from './platform/tls.ts'

type Settings = Pick<Env, 'HOST'> &
  Partial<Pick<Env, 'TLS_CERT' | 'SMTP_URL' | 'PUBLIC_URL' | 'STRIPE_SECRET_KEY' | 'NODE_ENV'>>

/** The last day on which each line of Node that Larder runs on gets security releases (nodejs.org, "Releases"). */
const NODE_MAINTAINED_UNTIL: Record<string, string> = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
}

interface Surroundings {
  /** Whether the process runs as root. */
  isRoot?: boolean
  /** Node's version, `24.21.0`. */
  node?: string
  /** The version of the embedded PostgreSQL; null where the database is another. */
  embeddedPostgres?: string | null
  /** Today, `YYYY-MM-DD`. */
  today?: string
}

/**
 * Returns a sentence for each setting that works but leaves something unprotected. The start prints them last, where
 * the person who started the server looks.
 */
export function startWarnings(
  settings: Settings,
  { isRoot = false, node = '', embeddedPostgres = null, today = '' }: Surroundings = {},
): string[] {
  const { HOST, SMTP_URL, PUBLIC_URL, NODE_ENV } = settings
  const warnings: string[] = []
  const plainHttp = plainHttpWarning(settings)
  if (plainHttp) warnings.push(plainHttp)
  const isReached = NODE_ENV === 'production' || !isLoopback(HOST)
  if (isRoot && isReached)
    warnings.push(
      'Larder runs as root: a defect in it is a defect in the whole machine; start it as a user of its own (docs/security.md)',
    )
  const maintainedUntil = NODE_MAINTAINED_UNTIL[node.split('.')[0]!]
  if (isReached && maintainedUntil && maintainedUntil < today)
    warnings.push(
      `Node ${node} has had no security releases since ${maintainedUntil}: use a maintained one (README)`,
    )
  if (isReached && embeddedPostgres)
    warnings.push(
      `the embedded PostgreSQL is ${embeddedPostgres} and gets no security releases by itself: set DATABASE_URL to a maintained PostgreSQL where others reach the server (docs/operations.md)`,
    )
  if (SMTP_URL && allowsClearText(SMTP_URL) && !isLoopback(new URL(SMTP_URL).hostname))
    warnings.push(
      'SMTP_URL says tls=off: mails, their links and the password of the mail server cross the network unencrypted',
    )
  if (PUBLIC_URL?.startsWith('http://') && !isLoopback(new URL(PUBLIC_URL).hostname))
    warnings.push(
      'PUBLIC_URL is http: links of mails that set a password are opened unencrypted; set an https address',
    )
  if (takesTestCards(settings))
    warnings.push('STRIPE_SECRET_KEY is a test key: invoices that are paid by test cards count as paid')
  return warnings
}
