/** The simulated world: server, devices, network and time, and the bookkeeping that the checks read. */
import type { OutboxRecord } from '#src/db/database.ts'
import { ACCOUNT_CLOSED, SIGN_IN_NEEDED } from '#contract/people/session-codes.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import { chanceOf } from './chance.ts'
import { Device, type Tab } from './device.ts'
import { misshown } from './shown.ts'
import { stagedMisshown } from './staged.ts'
import { teachOld } from './oldest.ts'
import { broken, jsonAnswer, Network, type Answer, type Message } from './network.ts'
import { rest } from './storage.ts'
import { Model, Violation, type Issued } from './model.ts'
import type { SimServer } from './server.ts'
import type { PlantedBug } from './bugs.ts'

type Values = Record<string, unknown>

/** Errors that a device rightly reports when its storage fails or its process ends. */
const STORAGE =
  /StorageTrouble|Quota|Abort|Transaction|DatabaseClosed|InvalidState|OpenFailed|PrematureCommit/

/** Tokens are the server's own random values. */
const isSecret = (path: string) => path.includes('auth/')

export class Sim {
  readonly startMs = Date.UTC(2026, 10, 21, 12)
  /** In ms since the start. Every device's clock is this one plus an error. */
  t = 0
  readonly net = new Network()
  readonly devices: Device[] = []
  readonly model = new Model()
  readonly issued = new Map<string, Issued>()
  /** Edits that a person gave up or retried: only those may leave without an acknowledgement. */
  readonly givenUp = new Set<string>()
  /** Outboxes that were written to a file. A person who may import them sends them for their authors. */
  readonly files: Mutation[][] = []
  readonly #exported = new Set<string>()
  readonly trace: string[] = []
  /** All traffic of the network, in its order: the same seed gives the same bytes. */
  readonly wire: string[] = []
  broken: Violation | null = null
  #timers: { at: number; n: number; tab: Tab; run: () => void }[] = []
  #made = 0
  /** The bytes of every edit as it was first sent. */
  readonly #bytes = new Map<string, string>()
  /** Edits whose end has been checked. */
  readonly #over = new Set<string>()
  /** What the screen showed before the edit that is being stored, by device and row. */
  readonly #showing = new Map<string, Values | null>()
  /** Devices that the server has ordered to sign in again, until a person has. */
  readonly #toldToSignIn = new Set<Device>()
  counts = { commits: 0, pushes: 0, acknowledged: 0, kills: 0, aborts: 0 }

  constructor(
    readonly seed: number,
    readonly server: SimServer,
    readonly bug: PlantedBug | null = null,
  ) {
    teachOld(bug?.upgrade)
  }

  violate(check: string, words: string): void {
    this.broken ??= new Violation(check, words)
  }

  after(tab: Tab, ms: number, run: () => void): () => void {
    const timer = { at: this.t + Math.max(0, ms), n: ++this.#made, tab, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }

  /** Lets time pass, as for a device that slept: timers that fall due meanwhile run once, in their order. */
  async advance(ms: number): Promise<void> {
    this.t += ms
    this.server.nowMs = this.startMs + this.t
    const due = this.#timers
      .filter((one) => one.at <= this.t && !one.tab.frozen)
      .sort((a, b) => a.at - b.at || a.n - b.n)
    for (const timer of due) {
      if (!this.#timers.includes(timer)) continue
      this.#timers = this.#timers.filter((one) => one !== timer)
      timer.run()
    }
    await rest()
  }

  /** Sends a call of a process, and checks it for what must never be sent. */
  send(tab: Tab, input: string, init: RequestInit): Promise<Response> {
    if (tab.gate.dead) return Promise.reject(broken())
    const changed = this.bug?.request?.(input, init, tab) ?? init
    if (input.endsWith('sync/push') && typeof changed.body === 'string') this.#checkSent(changed)
    this.#tell('→', tab, changed.method ?? 'GET', input, isSecret(input) ? '' : changed.body)
    const coming = this.net.fetch(tab, input, changed)
    return this.bug?.answered ? coming.then((answer) => this.bug!.answered!(answer, input, tab)) : coming
  }

  #tell(direction: string, tab: Tab, what: number | string, path: string, body: unknown): void {
    const text = typeof body === 'string' ? body : ''
    // PostgreSQL counts its transactions through all seeds.
    const plain = `${what} ${path} ${text}`
      .replace(/[\w.-]+(?::|%3A)[\d.-]+(?:~|%7E)/gi, 'cursor~')
      .replace(/((?:~|%7E)[a-z]+(?:~|%7E))[\d.-]+/gi, '$1')
    this.wire.push(`${this.t} ${direction} ${tab.name} ${plain}`)
  }

  #checkSent(init: RequestInit): void {
    this.counts.pushes++
    const { mutations } = JSON.parse(init.body as string) as { mutations: Mutation[] }
    const token = (init.headers as Record<string, string>)['authorization'] ?? ''
    const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
    const { sub } = JSON.parse(claims || '{}') as { sub?: string }
    for (const mutation of mutations) {
      const { mutation_id, user_id } = mutation
      if (String(user_id) !== sub && !this.#exported.has(mutation_id))
        this.violate('other user', `${mutation_id} of ${user_id} was sent as ${sub}`)
      const text = JSON.stringify(mutation)
      const before = this.#bytes.get(mutation_id)
      if (before !== undefined && before !== text)
        this.violate('bytes', `${mutation_id} was sent as ${before} and then as ${text}`)
      this.#bytes.set(mutation_id, text)
      if (!this.issued.has(mutation_id)) this.violate('unknown', `${mutation_id} was sent and never stored`)
    }
  }

  reported(tab: Tab, error: unknown): void {
    if (error instanceof Violation) {
      this.broken ??= error
      return
    }
    const { name = '', inner } = error as { name?: string; inner?: { name?: string } }
    if (tab.gate.dead || STORAGE.test(`${name} ${inner?.name ?? ''}`)) return
    this.violate('defect', `${tab.name}: ${error instanceof Error ? error.stack : String(error)}`)
  }
  died(tab: Tab): void {
    this.counts.kills++
    this.net.orphan(tab)
    this.#timers = this.#timers.filter((one) => one.tab !== tab)
    tab.device.gone(tab)
    tab.forget()
  }

  /** Delivers a call to the server, and sends its answer off. The model calculates a push again. */
  async deliver(message: Message): Promise<void> {
    if (!this.server.up) return this.net.reset(message)
    const { method, path, headers, body } = message
    const isPush = path.endsWith('sync/push')
    const sent = isPush ? (JSON.parse(body) as { mutations: Mutation[] }).mutations : []
    const serve = () => this.server.handle(method, path, headers, message.body)
    const answer = await (this.bug?.serve?.(serve, message, this) ?? serve())
    if (isPush) await this.model.pushed(this.server, sent, this.issued)
    this.#heard(message, answer)
    this.#tell('←', message.tab, answer.status, path, isSecret(path) ? '' : answer.body)
    if (message.ghost) return this.net.drop(message)
    message.stage = 'back'
    message.answer = answer
  }
  #heard({ tab: { device } }: Message, { status, body }: Answer): void {
    if (status === 401 && [SIGN_IN_NEEDED, ACCOUNT_CLOSED].some((code) => body.includes(code)))
      this.#toldToSignIn.add(device)
  }
  async arrive(message: Message, answer: Answer = message.answer!): Promise<void> {
    const isSignIn = answer.status === 200 && message.path.endsWith('/auth/') && answer === message.answer
    const { device } = message.tab
    // A caller that has given up waiting does not get the answer. Without room the new session is not stored.
    // Then the device's other tabs, which must sign in as well, do not learn of it either.
    if (isSignIn && !message.ghost && !device.full) this.#toldToSignIn.delete(device)
    this.net.answer(message, answer)
    await rest()
  }
  /** Answers as the proxy, in the server's place. */
  refuse = (message: Message, status: number, headers?: Record<string, string>): Promise<void> =>
    this.arrive(message, jsonAnswer(status, { message: `the proxy says ${status}` }, headers))

  /** Lets everything on its way arrive, with all that it triggers, as far as the partitions allow. */
  async flow(only?: Device): Promise<boolean> {
    let moved = false
    for (let most = 0; most < 500; most++) {
      const message = this.net.messages.find((one) => (!only || one.tab.device === only) && this.mayMove(one))
      if (!message) return moved
      moved = true
      if (message.stage === 'out') await this.deliver(message)
      else await this.arrive(message)
    }
    return moved
  }
  mayMove({ tab, stage, notBefore }: Message): boolean {
    if (notBefore > this.t) return false
    return stage === 'out' ? !tab.device.blockedOut : !tab.device.blockedBack && !tab.frozen
  }
  /** Waits for work that needs the network, without faults. */
  async drive<T>(device: Device, work: Promise<T>): Promise<T | undefined> {
    let done = false
    const end = () => {
      done = true
    }
    work.then(end, end)
    for (let most = 0; most < 100; most++) {
      await rest()
      if (done) return work
      if (!(await this.flow(device))) await this.advance(10_000)
    }
    return undefined
  }

  /** Writes waiting edits to a file, which may come to any device at any time. */
  exported(records: readonly Mutation[]): void {
    this.files.push([...records])
    for (const record of records) this.#exported.add(record.mutation_id)
  }

  /** Stores how the screen shows the rows of these edits, before the edits are stored. */
  showing(device: Device, rows: ReadonlyMap<string, Values | null>): void {
    for (const [id, row] of rows) this.#showing.set(`${device.name} ${id}`, row)
  }

  /** Checks that every edit leaves a device by an acknowledgement or by a person's decision. */
  check(): void {
    for (const device of this.devices) {
      for (const user of device.users.keys()) this.#account(device, user)
      const ended = device.tabs.find((tab) => tab.session.get().phase === 'ended')
      if (ended && !this.#toldToSignIn.has(device))
        this.violate('signed out', `${ended.name} has ended a session that the server never ended`)
    }
  }
  #account(device: Device, user: number): void {
    const waiting = new Set<string>()
    // Without room the server's answer is not stored: the next pull with room shows it.
    const wrong = device.wasFull ? null : (misshown(device, user, this.model) ?? stagedMisshown(device, user))
    if (wrong) return this.violate('overshown', wrong)
    for (const record of device.outbox(user)) {
      const { mutation_id: id, state, answer } = record
      // The device itself marks an edit as too large for a proxy. The feed may show otherwise a moment later.
      if (state !== 'pending' && answer?.status !== 413 && this.model.applied.has(id))
        return this.violate('false card', `${id} was applied and is shown as ${state} on ${device.name}`)
      waiting.add(record.mutation_id)
      this.#learn(device, user, record)
    }
    const ledger = new Map(device.ledger(user).map((entry) => [entry.mutation_id, entry.end]))
    for (const { id, device: at, user: by } of this.issued.values()) {
      if (at !== device.name || by !== user || this.#over.has(id)) continue
      const end = ledger.get(id)
      if (waiting.has(id)) {
        if (end === 'applied') return this.violate('both', `${id} is acknowledged and still waits`)
        continue
      }
      // A full device may send an edit and have no room to record that.
      const isOver = device.wasFull && this.model.applied.has(id)
      if (end === undefined && !isOver)
        return this.violate('vanished', `${id} left ${device.name} without a word`)
      if (end === 'applied' && !this.model.applied.has(id))
        return this.violate('acknowledged', `${id} is acknowledged on ${device.name} and not applied`)
      if (end !== undefined && end !== 'applied' && !this.givenUp.has(id))
        return this.violate('given up', `${id} ended as ${end} without a person's word`)
      if (end === 'applied') this.counts.acknowledged++
      this.#over.add(id)
    }
  }
  #learn(device: Device, user: number, record: OutboxRecord): void {
    // A record in the former format stays as it was stored, and was learnt when it was made.
    if (!('base' in record)) return
    const { mutation_id: id, entity_id, call, base, retry_of } = record
    const shown = retry_of === null ? this.#showing.get(`${device.name} ${entity_id}`) : undefined
    const known = this.issued.get(id)
    const issued = known ?? { id, device: device.name, user, seen: call.method === 'POST' ? null : {} }
    this.issued.set(id, issued)
    if (!issued.seen) return
    if (call.method === 'DELETE') {
      if (!known) issued.seen = shown === undefined ? null : shown
      return
    }
    for (const field of Object.keys(call.body ?? {}))
      if (!(field in issued.seen)) issued.seen[field] = (shown ?? base.values)[field]
  }

  /** Records edits that were stored before `commit` resolved, so they must be on the disk. */
  promised(device: Device, user: number, ids: readonly string[]): void {
    for (const id of ids)
      if (!this.issued.has(id)) this.issued.set(id, { id, device: device.name, user, seen: null })
  }

  chance = (n: number) => chanceOf(this.seed, 'step', n)
}
