import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { areLines, linesOf } from '#contract/settings/settings.ts'
import { isLoopback } from './platform/addresses.ts'
import { StartError } from './platform/start-error.ts'

/** The folder that holds package.json: above the sources, and above the bundle of them that `server/run.mjs` makes. */
export const checkout = folderWith('package.json')

function folderWith(file: string): string {
  let folder = import.meta.dirname
  while (!existsSync(path.join(folder, file))) folder = path.dirname(folder)
  return folder
}

/** Root's folder for files that PostgreSQL must reach: PostgreSQL then runs as `nobody`, which cannot enter /root. */
export const rootFolder = '/var/lib/larder'

const isSet = (text: string) => text === '1' || text.toLowerCase() === 'true'

function isTimeZone(name: string): boolean {
  try {
    // an offset such as +05:00 has no summer time, so it is not a zone in which days begin
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return !statSync(file).isDirectory()
  } catch {
    return false
  }
}

/** `?tls=off` lets mail go out unencrypted (docs/mail.md); no other value is valid there. */
function isMailUrl(text: string): boolean {
  if (!/^smtps?:\/\/./.test(text) || !URL.canParse(text)) return false
  return ['off', null].includes(new URL(text).searchParams.get('tls'))
}

/** Tokens and secrets cross the network to the issuer, so plain HTTP is valid only on this machine. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text)
}

/** Links are made of the address and a path of the app, which is served at the top of its host. */
function isPublicUrl(text: string): boolean {
  if (!/^https?:\/\/./.test(text) || !URL.canParse(text)) return false
  const { pathname, search, hash, username, password } = new URL(text)
  return /^\/*$/.test(pathname) && [search, hash, username, password].every((part) => part === '')
}

/** Whether an IPv4 address is a mask, such as 255.255.0.0. */
const isMask = (text: string) =>
  /^1+0*$/.test(
    text
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join(''),
  )

/** An address, a network with the length of its prefix or its mask, or a name of networks that `trustProxy` knows. */
function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', range, ...more] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || more.length > 0) return false
  if (range === undefined) return true
  if (kind === 4 && isIP(range) === 4) return isMask(range)
  return /^\d{1,3}$/.test(range) && Number(range) > 0 && Number(range) <= (kind === 4 ? 32 : 128)
}

const wholeNumber = (text: string) => /^\d{1,5}$/.test(text)

const positive = (number: number) =>
  z
    .string()
    .refine((text) => wholeNumber(text) && Number(text) > 0, 'a whole number from 1 to 99999')
    .transform(Number)
    .default(number)

/** Each message says what is expected; `readEnv` puts the variable and its value before it. */
const schema = z.object({
  /** TCP port of the product; 0 takes any free one. */
  PORT: z
    .string()
    .refine((text) => wholeNumber(text) && Number(text) <= 65_535, 'a whole number from 0 to 65535')
    .transform(Number)
    .default(8080),
  /** Address to listen on. The default answers this machine only; 0.0.0.0 answers the whole network. */
  HOST: z
    .string()
    .refine(
      (text) => isIP(text) !== 0 || /^(?!-)[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(text),
      'an address or a host name, for example 127.0.0.1 or 0.0.0.0',
    )
    .default('127.0.0.1'),
  /** IANA name of the distributor's zone: its days are the days of deliveries, cut-offs and reports. */
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'a time zone name of the IANA list, for example America/New_York')
    .default('America/New_York'),
  /** The distributor's contact until the setting `contact_block` is set: lines with | between; unset: a placeholder. */
  DISTRIBUTOR: z
    .string()
    .transform(linesOf)
    .refine(areLines, 'up to 8 lines with | between, its name first')
    .optional(),
  /** Folder for what the server keeps, absolute once read. The default depends on who starts: see `readEnv`. */
  DATA_DIR: z.string().transform((folder) => path.resolve(folder)),
  /** The token that a client needs to read `/metrics`; unset, there is none. */
  METRICS_TOKEN: z.string().min(16, 'at least 16 letters').max(200, 'at most 200 letters').optional(),
  /** MB that stay free on the disk of DATA_DIR: with less, nothing is saved. 0 turns it off. */
  DISK_LEAST_MB: z
    .string()
    .refine(wholeNumber, 'a whole number from 0 to 99999')
    .transform(Number)
    .default(300),
  /** Seconds for which the server still answers after the signal to stop, so that a proxy sends calls elsewhere. */
  DRAIN_S: z
    .string()
    .refine((text) => wholeNumber(text) && Number(text) <= 300, 'a whole number from 0 to 300')
    .transform(Number)
    .default(0),
  /** Folder for the files of months that leave the database; unset: `archive` in DATA_DIR, and with DATABASE_URL none. */
  ARCHIVE_DIR: z
    .string()
    .transform((folder) => path.resolve(folder))
    .optional(),
  /** PEM file with the certificate chain; together with TLS_KEY the server speaks HTTPS. */
  TLS_CERT: z.string().refine(isReadable, 'a PEM file that can be read').optional(),
  /** PEM file with the private key of TLS_CERT. */
  TLS_KEY: z.string().refine(isReadable, 'a PEM file that can be read').optional(),
  /** Stripe's secret key: with the two below it, invoices can be paid online. */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_\w+$/, 'a key that begins with sk_ or rk_')
    .optional(),
  /** The key that the page shows to Stripe (B285). */
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_\w+$/, 'a key that begins with pk_')
    .optional(),
  /** The secret with which Stripe signs the events that it sends to /api/stripe/webhook. */
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'a secret that begins with whsec_')
    .optional(),
  /** Another address for Stripe's API; only a test has one. */
  STRIPE_API_URL: z
    .string()
    .refine(
      (text) => /^https?:\/\//.test(text) && URL.canParse(text),
      'an address like http://127.0.0.1:12111',
    )
    .optional(),
  /** An identity provider by which staff may sign in (OpenID Connect), with the two below it and PUBLIC_URL. */
  OIDC_ISSUER: z.string().refine(isIssuer, 'an https address like https://login.example.com').optional(),
  OIDC_CLIENT_ID: z.string().max(300, 'at most 300 letters').optional(),
  OIDC_CLIENT_SECRET: z.string().max(1_000, 'at most 1000 letters').optional(),
  /** The provider's name on the sign-in screen; unset: its host. */
  OIDC_NAME: z.string().max(40, 'at most 40 letters').optional(),
  /** A PostgreSQL (15 or newer) to use instead of the embedded one. */
  DATABASE_URL: z
    .string()
    .refine(isPostgresUrl, 'an address like postgres://user:password@host:5432/larder')
    .optional(),
  /**
   * The role that owns the tables of DATABASE_URL. It migrates, and the server works as a role that can only change
   * rows.
   */
  DATABASE_OWNER_URL: z
    .string()
    .refine(isPostgresUrl, 'an address like postgres://owner:password@host:5432/larder')
    .optional(),
  /** A replica of DATABASE_URL: reports and search are read from it while it follows. */
  DATABASE_READ_URL: z
    .string()
    .refine(isPostgresUrl, 'an address like postgres://user:password@replica:5432/larder')
    .optional(),
  /** `production` is no demo unless DEMO says so. The test runs set `test`. */
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'development, test or production')
    .default('development'),
  /** Which proxies may say who the client is (Fastify's `trustProxy`): all, none, a number of hops, or addresses. */
  TRUST_PROXY: z
    .string()
    .refine(
      (text) =>
        /^(true|false)$|^\d{1,2}$/.test(text) || text.split(',').every((part) => isProxyAddress(part.trim())),
      'true, false, a number of proxies, or their addresses with commas between',
    )
    .transform((text) =>
      text === 'true' ? true : text === 'false' ? false : wholeNumber(text) ? Number(text) : text,
    )
    .default(false),
  /**
   * Calls that one person may make a minute, on all of their devices; three minutes' worth at once. An import of 10,000
   * rows is 10,000 calls, and a scanner makes some twenty a minute.
   */
  PERSON_CALLS_A_MINUTE: positive(6_000),
  /**
   * The same for an address, for calls without a signed-in person: sign-ins, the public lists, and what is refused with
   * 401.
   */
  ADDRESS_CALLS_A_MINUTE: positive(3_000),
  /**
   * The longest time, in seconds, for a whole request to arrive and for a connection to be idle: a push of 8 MB may
   * arrive at 100 kB/s. Streams need more than their heartbeat of 25 s.
   */
  SLOWEST_REQUEST_S: positive(120),
  /**
   * The most connections of this process to PostgreSQL, a quarter of them for pushes. Work under a lock of its own
   * needs another connection beside it.
   */
  POOL_MAX: positive(16).refine((most) => most > 3, 'a whole number from 4 to 99999'),
  /** Least severe log line to write (pino's names). */
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  /** The mail server that sends mails, with the two settings below it; without them mails wait (docs/mail.md). */
  SMTP_URL: z.string().refine(isMailUrl, 'an address like smtp://user:password@host:587').optional(),
  /** The sender of mails. */
  MAIL_FROM: z
    .string()
    .refine(
      (text) => /^(?:[^@\s]+@[^@\s]+|[^<>\r\n]*<[^@\s<>]+@[^@\s<>]+>)$/.test(text),
      'an address like orders@example.com',
    )
    .optional(),
  /** The address where people open the app, for links in mails: an origin, without a slash at its end. */
  PUBLIC_URL: z
    .string()
    .refine(isPublicUrl, 'an address like https://orders.example.com')
    .transform((text) => new URL(text).origin)
    .optional(),
  /**
   * Whether this server may be a demo: fill an empty database with the demo distributor, and let its people sign in. Unset:
   * only on a loopback HOST, and not in production (docs/decisions/0175).
   */
  DEMO: z
    .string()
    .refine((text) => /^(0|1|true|false)$/i.test(text), '1 for demo data, 0 for none')
    .transform(isSet)
    .optional(),
})

/** Every environment variable that the server reads. */
export const ENV_NAMES = Object.keys(schema.shape)

type Read = z.infer<typeof schema>

/** The settings of the server, checked and with every default filled in. */
export type Env = Omit<Read, 'DEMO'> & { DEMO: boolean }

/**
 * Reads the settings. An empty variable counts as unset, as container files like to write it.
 *
 * DATA_DIR defaults to `.data` in the checkout; for root to a folder per checkout below /var/lib/larder, since
 * PostgreSQL refuses to run as root and an unprivileged user cannot reach a checkout below a folder of mode 0700.
 *
 * @throws StartError with one line naming the variable, its value and what is expected; for `MAIL_URL` of earlier
 *   versions too, where nothing has taken its place: mails would wait without a word (0110).
 */
export function readEnv(
  source: Record<string, string | undefined> = process.env,
  { isRoot = process.getuid?.() === 0 } = {},
): Env {
  const given = Object.fromEntries(ENV_NAMES.map((name) => [name, source[name]?.trim() || undefined]))
  const read = schema.safeParse({
    ...given,
    DATA_DIR: given['DATA_DIR'] ?? (isRoot ? rootDataDir() : path.join(checkout, '.data')),
  })
  if (!read.success) {
    const issue = read.error.issues[0]
    const name = String(issue?.path[0])
    throw new StartError(`${name}=${shown(name, given[name])} is not valid: expected ${issue?.message}`)
  }
  const { TLS_CERT, TLS_KEY, SMTP_URL, DEMO, NODE_ENV, HOST } = read.data
  if (Boolean(TLS_CERT) !== Boolean(TLS_KEY)) {
    const [has, lacks] = TLS_CERT ? ['TLS_CERT', 'TLS_KEY'] : ['TLS_KEY', 'TLS_CERT']
    throw new StartError(`${lacks}= is not valid: expected a PEM file, because ${has}=${given[has]} is set`)
  }
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_READ_URL'] as const)
    if (read.data[name] && !read.data.DATABASE_URL)
      throw new StartError(`DATABASE_URL= is not valid: expected a value, because ${name} is set`)
  if (source['MAIL_URL']?.trim() && !SMTP_URL)
    throw new StartError(
      'MAIL_URL is not read any more: set SMTP_URL, MAIL_FROM and PUBLIC_URL (docs/mail.md)',
    )
  for (const name of ['MAIL_FROM', 'PUBLIC_URL'] as const)
    if (SMTP_URL && !read.data[name])
      throw new StartError(`${name}= is not valid: expected a value, because SMTP_URL is set`)
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = read.data
  if (secret && publishable && isLiveKey(secret) !== isLiveKey(publishable))
    throw new StartError(
      `STRIPE_PUBLISHABLE_KEY="…" is not valid: expected a ${isLiveKey(secret) ? 'live' : 'test'} key, as STRIPE_SECRET_KEY is one`,
    )
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL'] as const)
    if (read.data.OIDC_ISSUER && !read.data[name])
      throw new StartError(`${name}= is not valid: expected a value, because OIDC_ISSUER is set`)
  return { ...read.data, DEMO: DEMO ?? (NODE_ENV !== 'production' && isLoopback(HOST)) }
}

/** Returns the folder of the embedded database; null where DATABASE_URL names another one. */
export const embeddedDir = ({ DATABASE_URL, DATA_DIR }: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>) =>
  DATABASE_URL ? null : DATA_DIR

/** Whether a key of the provider moves real money. */
export const isLiveKey = (key: string): boolean => /^[a-z]+_live_/.test(key)

/** Returns the folder of root's data unless DATA_DIR is set: one per checkout, below one that others can reach. */
export function rootDataDir(folder = checkout): string {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  return path.join(rootFolder, `${path.basename(folder)}-${hash}`)
}

/** Returns the value as it may appear in a log: one line, no key, and no password of an address. */
function shown(name: string, value = ''): string {
  const isSecret =
    (name.startsWith('STRIPE_') && name !== 'STRIPE_API_URL') ||
    ['OIDC_CLIENT_SECRET', 'METRICS_TOKEN'].includes(name)
  if (isSecret && value !== '') return '"…"'
  const text = name.endsWith('_URL') ? value.replace(/\/\/.*@/, '//…@') : value
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text)
}
