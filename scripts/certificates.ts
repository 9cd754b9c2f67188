/** Makes the X.509 certificates of `npm run cert`. */
import { AsnConvert } from '@peculiar/asn1-schema'
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509'
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
import { BlockList, isIPv4 } from 'node:net'

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
        ...PRIVATE_RANGES.map(([ip, bits]) => `${ip}/${bits}`),
        ...addresses.map((ip) => `${ip}/${isIPv4(ip) ? 32 : 128}`),
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

/**
 * Returns the names that the authority may sign (RFC 5280, 4.2.1.10), critical.
 *
 * @param ranges addresses with the number of bits that count, such as `10.0.0.0/8`
 */
function nameConstraints(names: readonly string[], ranges: readonly string[]): Extension {
  const permitted = [
    ...names.map((dNSName) => new GeneralName({ dNSName })),
    ...ranges.map((iPAddress) => new GeneralName({ iPAddress })),
  ].map((base) => new GeneralSubtree({ base }))
  const constraints = new NameConstraints({ permittedSubtrees: new GeneralSubtrees(permitted) })
  return new Extension(id_ce_nameConstraints, true, AsnConvert.serialize(constraints))
}
