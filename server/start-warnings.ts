import type { Env } from './env.ts'
import { allowsClearText } from './mail/transport.ts'
import { isLoopback } from './platform/addresses.ts'
import { plainHttpWarning } from './platform/tls.ts'

type Settings = Pick<Env, 'HOST'> &
  Partial<Pick<Env, 'TLS_CERT' | 'SMTP_URL' | 'PUBLIC_URL' | 'STRIPE_SECRET_KEY' | 'NODE_ENV'>>

/**
 * What works with these settings but leaves something unprotected, one sentence each. The start prints them last, where
 * the person who started the server looks.
 *
 * @param isRoot whether the process runs as root
 */
export function startWarnings(settings: Settings, { isRoot = false } = {}): string[] {
  const { HOST, SMTP_URL, PUBLIC_URL, STRIPE_SECRET_KEY, NODE_ENV } = settings
  const warnings: string[] = []
  const plainHttp = plainHttpWarning(settings)
  if (plainHttp) warnings.push(plainHttp)
  if (isRoot && (NODE_ENV === 'production' || !isLoopback(HOST)))
    warnings.push(
      'Larder runs as root: a defect in it is a defect in the whole machine; start it as a user of its own (docs/security.md)',
    )
  if (SMTP_URL && allowsClearText(SMTP_URL) && !isLoopback(new URL(SMTP_URL).hostname))
    warnings.push(
      'SMTP_URL says tls=off: mails, their links and the password of the mail server cross the network unencrypted',
    )
  if (PUBLIC_URL?.startsWith('http://') && !isLoopback(new URL(PUBLIC_URL).hostname))
    warnings.push(
      'PUBLIC_URL is http: links of mails that set a password are opened unencrypted; set an https address',
    )
  if (NODE_ENV === 'production' && STRIPE_SECRET_KEY && /^[sr]k_test_/.test(STRIPE_SECRET_KEY))
    warnings.push('STRIPE_SECRET_KEY is a test key: invoices that are paid by test cards count as paid')
  return warnings
}
