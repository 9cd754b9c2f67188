/** The simulated network: calls wait in it until a step delivers, loses, spoils, doubles or delays them. */
import type { Tab } from './device.ts'

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

export interface Message {
  n: number
  tab: Tab
  method: string
  path: string
  headers: Record<string, string>
  body: string
  stage: 'out' | 'back'
  answer: Answer | null
  /** The sim time before which it does not move. */
  notBefore: number
  /** Whether the answer has no reader: the message is a duplicate, or the caller has given up. */
  ghost: boolean
  resolve(response: Response): void
  reject(error: Error): void
}

export const broken = () => new TypeError('the line broke')

export class Network {
  messages: Message[] = []
  #made = 0

  fetch(tab: Tab, input: string, init: RequestInit): Promise<Response> {
    return new Promise((resolve, reject) => {
      if (tab.gate.dead) return reject(broken())
      const message: Message = {
        n: ++this.#made,
        tab,
        method: init.method ?? 'GET',
        path: input,
        headers: { ...(init.headers as Record<string, string>) },
        body: typeof init.body === 'string' ? init.body : '',
        stage: 'out',
        answer: null,
        notBefore: 0,
        ghost: false,
        resolve,
        reject,
      }
      init.signal?.addEventListener('abort', () => {
        message.ghost = true
        reject(new DOMException('aborted', 'AbortError'))
      })
      this.messages.push(message)
    })
  }

  drop(message: Message): void {
    this.messages = this.messages.filter((one) => one !== message)
  }
  /** Breaks the line. The caller gets an error. */
  reset(message: Message): void {
    this.drop(message)
    if (!message.ghost) message.reject(broken())
  }
  answer(message: Message, { status, headers, body }: Answer): void {
    this.drop(message)
    const empty = status === 204 || status === 304
    if (!message.ghost) message.resolve(new Response(empty ? null : body, { status, headers }))
  }
  /** Sends the same bytes twice. The second answer has no reader. */
  double(message: Message): void {
    this.messages.push({ ...message, n: ++this.#made, ghost: true })
  }
  /** Handles the end of a process: its sent calls are still on their way. */
  orphan(tab: Tab): void {
    for (const message of this.messages)
      if (message.tab === tab && !message.ghost) {
        message.ghost = true
        message.reject(broken())
      }
  }
}

export const HTML: Answer = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Welcome to HotelWiFi</title><h1>Please accept our terms</h1>',
}
export const jsonAnswer = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
