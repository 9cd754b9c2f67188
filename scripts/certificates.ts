/** Makes the X.509 certificates of `npm run cert`. */
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { BlockList, isIP, isIPv4 } from 'node:net'

/** PEM texts. */
export interface Pair {
  key: string
  cert: string
}

/** What a certificate is for: host names, and IPv4 or IPv6 addresses. */
export interface Names {
  names: string[]
  addresses: string[]
}

interface Life {
  notBefore: Date
  notAfter: Date
}

const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
}

/** Addresses that no host of the internet has (RFC 1918, 3927, 4193, 4291): a local authority may sign for any of them. */
const PRIVATE_RANGES = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const

/** Whether an authority that was made for these names may sign for those. */
export function mayAuthoritySign(made: Names, wanted: Names): boolean {
  const permitted = new BlockList()
  const family = (ip: string) => (isIPv4(ip) ? 'ipv4' : 'ipv6')
  for (const [ip, bits] of PRIVATE_RANGES) permitted.addSubnet(ip, bits, family(ip))
  for (const ip of made.addresses) permitted.addAddress(ip, family(ip))
  return (
    wanted.names.every((name) => made.names.includes(name)) &&
    wanted.addresses.every((ip) => permitted.check(ip, family(ip)))
  )
}

/** An authority that can sign nothing but the given names, what is below them, the given addresses, and private addresses. */
export async function makeAuthority(name: string, { names, addresses }: Names, life: Life): Promise<Pair> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const cert = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    ...life,
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      // It may sign servers and nothing that signs further.
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      nameConstraints(names, [
        ...PRIVATE_RANGES,
        ...addresses.map((ip) => [ip, isIPv4(ip) ? 32 : 128] as const),
      ]),
    ],
  })
  return { key: await pemOf(keys.privateKey), cert: cert.toString('pem') }
}

/** A server's certificate with its authority's behind it: servers send the chain. */
export async function makeServerCertificate(
  signer: Pair,
  { names, addresses }: Names,
  life: Life,
): Promise<Pair> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const signingKey = await crypto.subtle.importKey(
    'pkcs8',
    PemConverter.decodeFirst(signer.key),
    ALGORITHM,
    false,
    ['sign'],
  )
  const cert = await X509CertificateGenerator.create({
    subject: [{ CN: [names[0] ?? 'localhost'] }],
    issuer: new X509Certificate(signer.cert).subject,
    ...life,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        ...names.map((value) => ({ type: 'dns' as const, value })),
        ...addresses.map((value) => ({ type: 'ip' as const, value })),
      ]),
    ],
  })
  return { key: await pemOf(keys.privateKey), cert: `${cert.toString('pem').trim()}\n${signer.cert}` }
}

const pemOf = async (key: CryptoKey) =>
  PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')

/** RFC 5280, 4.2.1.10: `NameConstraints ::= SEQUENCE { permittedSubtrees [0] … }`, critical. The library has no class for it. */
function nameConstraints(
  names: readonly string[],
  ranges: readonly (readonly [string, number])[],
): Extension {
  const subtrees = [
    // GeneralName: dNSName is [2], iPAddress [7] with the mask behind the address.
    ...names.map((name) => der(0x82, Buffer.from(name, 'ascii'))),
    ...ranges.map(([ip, bits]) => der(0x87, Buffer.concat([bytesOf(ip), maskOf(bits, isIPv4(ip) ? 4 : 16)]))),
  ].map((name) => der(0x30, name))
  return new Extension('2.5.29.30', true, new Uint8Array(der(0x30, der(0xa0, Buffer.concat(subtrees)))))
}

/** One DER element. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}

const maskOf = (bits: number, bytes: number) =>
  Buffer.from(
    Array.from({ length: bytes }, (_, at) => 0xff & (0xff00 >> Math.min(8, Math.max(0, bits - 8 * at)))),
  )

function bytesOf(ip: string): Buffer {
  if (isIPv4(ip)) return Buffer.from(ip.split('.').map(Number))
  if (isIP(ip) !== 6) throw new Error(`${ip} is no address`)
  const [left = '', right] = ip.split('::')
  const words = (text: string) => text.split(':').filter(Boolean)
  const tail = words(right ?? '')
  const head = words(left)
  const gap = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return Buffer.from(
    [...head, ...gap, ...tail].flatMap((word) => [parseInt(word, 16) >> 8, parseInt(word, 16) & 0xff]),
  )
}
