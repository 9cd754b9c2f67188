/** A passkey in software: it does what a security key or a phone does, for tests without a browser. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** The WebAuthn flags of an answer: a person was present (1) and was verified (4); a new credential is in it (64). */
const PRESENT = 1 + 4
const WITH_CREDENTIAL = PRESENT + 64

type Cbor = string | number | Buffer | Map<string | number, Cbor>

/** Writes as much of CBOR (RFC 8949) as a registration needs. */
function cbor(value: Cbor): Buffer {
  const head = (kind: number, n: number) =>
    n < 24
      ? Buffer.from([(kind << 5) | n])
      : n < 256
        ? Buffer.from([(kind << 5) | 24, n])
        : Buffer.from([(kind << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (data: Buffer) => data.toString('base64url')

interface Options {
  challenge?: unknown
}

/** Makes a passkey of a site. `origin` is the page's own claim, `site` the host name that the passkey belongs to. */
export function softPasskey({ origin = 'http://localhost:80', site = 'localhost' } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  const clientData = (type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = (flags: number, ...more: Buffer[]) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([sha256(site), Buffer.from([flags]), count, ...more])
  }
  const credential = { id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {} }
  return {
    id: text(id),
    /** Returns the answer of `navigator.credentials.create`. */
    register(options: Options) {
      const { x, y } = publicKey.export({ format: 'jwk' })
      const cose = new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ])
      const length = Buffer.from([0, id.length])
      const data = authData(WITH_CREDENTIAL, Buffer.alloc(16), length, id, cbor(cose))
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ])
      const clientDataJSON = text(clientData('webauthn.create', options))
      return {
        ...credential,
        response: { clientDataJSON, attestationObject: text(cbor(attestation)), transports: ['internal'] },
      }
    },
    /** Returns the answer of `navigator.credentials.get`. */
    sign(options: Options) {
      const client = clientData('webauthn.get', options)
      const data = authData(PRESENT)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...credential,
        response: { clientDataJSON: text(client), authenticatorData: text(data), signature: text(signature) },
      }
    },
  }
}
