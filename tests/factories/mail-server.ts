/** A real mail server on the loopback, which keeps what it is given, or behaves as bad ones do. */
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

interface ReceivedMail {
  to: string[]
  /** As a person's program shows it: without the letters that only its way here needed. */
  text: string
}

export interface TestMailServer {
  /** For the settings of a server under test. */
  settings: Record<string, string>
  mails: ReceivedMail[]
  /** The subjects of the mails that were taken, in the order in which they came. */
  subjects(): (string | undefined)[]
  /** Every attempt that came as far as its recipient. */
  attempts: number
  /** What is said of a recipient; null takes it. */
  rcpt: (address: string) => string | null
  /** What is said of a text once it is here; null takes it. */
  data: () => string | null
  /** Where the line is cut: at the recipient, or when the text is here and before a word is said of it. */
  cut: 'rcpt' | 'data' | null
  /** The next mail stops here with all of its text, until the function that this resolves to is called. */
  holdNext(): Promise<() => void>
  /** The next attempt stops here before it may send its text, until the function that this resolves to is called. */
  holdNextRcpt(): Promise<() => void>
  reset(): void
  close(): Promise<void>
}

const readable = (mail: string) =>
  Buffer.from(
    mail
      .replaceAll('=\r\n', '')
      .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    'latin1',
  ).toString()

/** `550 no such mailbox`, as smtp-server wants it. */
function refusal(said: string): Error {
  const [, code, words] = /^(\d{3}) (.*)$/.exec(said)!
  return Object.assign(new Error(words), { responseCode: Number(code) })
}

export async function testMailServer(): Promise<TestMailServer> {
  let atData: ((letIn: () => void) => void) | null = null
  let atRcpt: ((letIn: () => void) => void) | null = null
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, session, done) {
      it.attempts++
      if (it.cut === 'rcpt') return cutOff(session)
      const said = it.rcpt(address)
      const answer = () => done(said === null ? undefined : refusal(said))
      if (!atRcpt) return answer()
      atRcpt(answer)
      atRcpt = null
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (it.cut === 'data') return cutOff(session)
        const said = it.data()
        if (said !== null) return done(refusal(said))
        const letIn = () => {
          it.mails.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            text: readable(Buffer.concat(parts).toString()),
          })
          done()
        }
        if (!atData) return letIn()
        atData(letIn)
        atData = null
      })
    },
  })
  // A client that is killed cuts its line.
  smtp.on('error', () => undefined)
  function cutOff({ id }: SMTPServerSession) {
    const connections = smtp.connections as Set<{ id: string; _socket: { destroy(): void } }>
    for (const connection of connections) if (connection.id === id) connection._socket.destroy()
  }
  const plain = () => ({ rcpt: () => null, data: () => null, cut: null, attempts: 0 })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const it: TestMailServer = {
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      MAIL_FROM: 'Harbor & Vine <orders@harborvine.example>',
      PUBLIC_URL: 'https://orders.harborvine.example',
    },
    mails: [],
    ...plain(),
    subjects: () => it.mails.map(({ text }) => /^Subject: (.*?)\r$/m.exec(text)?.[1]),
    holdNext: () => new Promise((resolve) => (atData = resolve)),
    holdNextRcpt: () => new Promise((resolve) => (atRcpt = resolve)),
    reset() {
      atData = atRcpt = null
      it.mails = []
      Object.assign(it, plain())
    },
    close: () => new Promise((resolve) => smtp.close(resolve)),
  }
  return it
}
