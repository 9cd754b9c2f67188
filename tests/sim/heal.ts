/** After the faults, everything heals, and every promise must come true without a new act of a person. */
import type { OutboxRecord } from '#src/db/database.ts'
import { KEY, TABLES, type Table } from '#contract/sync/entities.ts'
import { type Changes } from '#contract/sync/protocol.ts'
import { digest, digestRows } from '#src/sync/testing/digest.ts'
import { chainOf, rowKey } from '#src/sync/store/rows.ts'
import { verify } from '#src/sync/pull/verify.ts'
import { partsBeside } from './parts.ts'
import { chanceOf } from './chance.ts'
import type { Device, Tab } from './device.ts'
import { signIn } from './steps.ts'
import type { Sim } from './sim.ts'
import { rest } from './storage.ts'

/** Longer than the longest backoff, lease and time limit one after the other. */
const ROUNDS = 40
const ROUND_MS = 15_000

/**
 * Returns the records of an outbox that wait for the outcome of these records: behind one, in its act, or behind one
 * that waits so.
 */
function behind(records: readonly OutboxRecord[], these: readonly OutboxRecord[]): Set<OutboxRecord> {
  const waiting = new Set(these)
  const stopped = new Set<string>()
  for (let size = -1; size !== stopped.size;) {
    size = stopped.size
    for (const record of waiting) {
      stopped.add(rowKey(record))
      if (record.act) stopped.add(record.act.id)
    }
    for (const record of records)
      if ([...chainOf(record), record.family, record.act?.id].some((key) => key && stopped.has(key)))
        waiting.add(record)
  }
  return waiting
}

/** Returns edits that should have left: neither acknowledged nor behind a card that a person can see. */
function stuck(records: readonly OutboxRecord[]): OutboxRecord[] {
  const cards = records.filter((record) => record.state !== 'pending')
  const waiting = behind(records, cards)
  return records.filter((record) => !waiting.has(record))
}

/** Sends from devices without room. Edits that the server refused stay, because there is no room for the answer. */
async function sendWithoutRoom(sim: Sim): Promise<void> {
  const { applied, decided } = sim.model
  const unsent = (records: readonly OutboxRecord[]) => {
    const refused = records.filter(({ mutation_id: id }) => decided.has(id) && !applied.has(id))
    const waiting = behind(records, refused)
    return stuck(records).filter((record) => !waiting.has(record))
  }
  const full = () =>
    sim.devices
      .filter((device) => device.full)
      .flatMap((device) =>
        awake(device).flatMap((tab) => (needsPerson(tab) ? [] : [[device, tab.user!.id] as const])),
      )
  await drained(sim, full, unsent)
  for (const device of sim.devices) device.full = false
}

export async function heal(sim: Sim): Promise<void> {
  sim.server.breakIn = null
  await sim.server.start()
  await sim.server.commitLate()
  for (const device of sim.devices) {
    device.blockedOut = device.blockedBack = false
    for (const tab of device.tabs) tab.gate.dieIn = tab.gate.abortIn = null
  }
  for (const message of sim.net.messages) message.notBefore = 0
  // The person at each device continues; the tabs are as the faults have left them.
  for (const device of sim.devices) {
    // A frozen page stays frozen: it must not stop any other tab.
    if (awake(device).length === 0) {
      const tab = device.tab()
      await sim.drive(device, tab.open()).catch((error: unknown) => sim.reported(tab, error))
    }
  }
  await sendWithoutRoom(sim)
  if (sim.broken) return
  for (const device of sim.devices)
    for (const tab of awake(device)) if (needsPerson(tab)) await signIn(sim, tab, chanceOf(sim.seed, 'heal'))
  await drained(sim, () =>
    sim.devices.flatMap((device) => awake(device).map((tab) => [device, tab.user!.id] as const)),
  )
  if (sim.broken) return
  // Then every other person with edits here comes back to their device.
  for (const device of sim.devices) {
    const tab = awake(device)[0]!
    for (const other of device.tabs.slice()) if (other !== tab) other.gate.die()
    for (const user of device.users.values()) {
      if (tab.user?.id !== user.id || needsPerson(tab))
        await signIn(sim, tab, chanceOf(sim.seed, 'heal'), user.username)
      if (tab.user?.id !== user.id)
        return sim.violate('sign-in', `${user.username} cannot sign in on ${device.name}`)
      await drained(sim, () => [[device, user.id]])
      if (!sim.broken) await equal(sim, tab, 'with cards')
      if (!sim.broken) await settleCards(sim, tab)
      if (sim.broken) return
    }
  }
  // Each device asks by itself once an hour, in the middle of everything.
  const [wrong] = await sim.server.rows<{ device_id: string; differed: string[] }>(
    'select device_id, differed from devices where differed_at is not null',
  )
  if (wrong) sim.violate('verify', `${wrong.device_id} held other ${wrong.differed.join()} than the server`)
}

const awake = (device: Device): Tab[] => device.tabs.filter((tab) => !tab.frozen)

const needsPerson = (tab: Tab) =>
  !tab.engine || tab.session.get().phase !== 'in' || tab.session.get().user?.id !== tab.user?.id

/** Lets time pass on a working network until no edit is left that should have gone. */
async function drained(sim: Sim, whose: () => (readonly [Device, number])[], leftOf = stuck): Promise<void> {
  let left: OutboxRecord[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await sim.flow()
    sim.check()
    if (sim.broken) return
    left = whose().flatMap(([device, user]) => leftOf(device.outbox(user)))
    if (left.length === 0) return
    await sim.advance(ROUND_MS)
    // Where a token died in the storm, a person types the password.
    for (const device of sim.devices)
      for (const tab of awake(device))
        if (tab.engine && needsPerson(tab)) await signIn(sim, tab, chanceOf(sim.seed, 'heal', round))
  }
  const [first] = left
  sim.violate('liveness', `${left.length} edits never leave, the first is ${JSON.stringify(first)}`)
}

/**
 * Waits until the device holds the same rows, byte for byte, as a full pull of the same person, and the server agrees.
 */
async function equal(sim: Sim, tab: Tab, when: string): Promise<void> {
  let differs: string | null = null
  // A pull that a fault has left hanging ends with its time limit; the next one must succeed.
  for (let round = 0; round < 12; round++) {
    await sim.drive(tab.device, tab.engine!.pullNow())
    await sim.flow()
    await rest()
    differs = await difference(sim, tab)
    if (differs === null) {
      const { client, env, engine, user } = tab
      return void (await sim.drive(
        tab.device,
        verify({ db: engine!.db, env, client: client!, person: user! }),
      ))
    }
    await sim.advance(ROUND_MS)
  }
  sim.violate('digest', `${tab.user!.username} on ${tab.device.name} (${when}): ${differs}`)
}

async function difference(sim: Sim, tab: Tab): Promise<string | null> {
  const here = await digest(tab.engine!.db)
  const there = await serverRows(sim, tab.user!.username)
  for (const table of TABLES) {
    const server = digestRows(there[table] ?? [])
    if (here[table] === server) continue
    const text = (list: readonly object[]) => list.map((row) => JSON.stringify(row))
    const mine = text(tab.device.rows<object>(tab.user!.id, table))
    const theirs = text(there[table] ?? [])
    return (
      `${table} ${here[table]} and not ${server}; here only ${mine.filter((row) => !theirs.includes(row)).join()}; ` +
      `there only ${theirs.filter((row) => !mine.includes(row)).join()}`
    )
  }
  return null
}

/** Returns the rows of a full pull of the person, read once until the next write. */
async function serverRows(sim: Sim, username: string): Promise<Record<string, object[]>> {
  const { pulled, writes } = sim.server
  const known = pulled.get(username)
  if (known?.writes === writes) return known.rows
  const rows = await fullPull(sim, username)
  pulled.set(username, { writes, rows })
  return rows
}

async function fullPull(sim: Sim, username: string): Promise<Record<string, object[]>> {
  const { access } = await sim.server.token(username)
  /** By key: the orders that are picked next come twice. */
  const rows: Partial<Record<Table, Map<unknown, object>>> = {}
  let since = ''
  for (;;) {
    const query = since && `&since=${encodeURIComponent(since)}`
    const answer = await sim.server.handle('GET', `/api/sync/changes?limit=500${query}`, {
      authorization: `Bearer ${access}`,
    })
    if (answer.status !== 200) throw new Error(`A full pull was answered ${answer.status} ${answer.body}`)
    const page = JSON.parse(answer.body) as Changes
    for (const [table, list] of Object.entries(page.rows) as [Table, Record<string, unknown>[]][])
      for (const row of list) (rows[table] ??= new Map()).set(row[KEY[table]], row)
    if (!page.more)
      return Object.fromEntries(Object.entries(rows).map(([table, byKey]) => [table, [...byKey.values()]]))
    since = page.cursor
  }
}

/** Goes through the cards as a person does. Then no edit may be left, and the screen shows the server's rows. */
async function settleCards(sim: Sim, tab: Tab): Promise<void> {
  const { device } = tab
  const user = tab.user!.id
  for (let round = 0; round < 12; round++) {
    const cards = device.outbox(user).filter((record) => record.state !== 'pending')
    for (const card of cards) {
      if (!card.answer?.message) sim.violate('silent', `${card.mutation_id} was refused without a reason`)
      for (const { mutation_id } of [card, ...partsBeside(device.outbox(user), [card])])
        sim.givenUp.add(mutation_id)
      await sim.drive(device, tab.engine!.discard(card.mutation_id))
    }
    await drained(sim, () => [[device, user]])
    if (sim.broken) return
    if (device.outbox(user).length === 0) break
  }
  const left = device.outbox(user)
  if (left.length > 0) return sim.violate('cards', `${left.length} edits are left after all cards`)
  // A row that shows the assumed outcome of an edit waits 10 s for the server's answer.
  await sim.advance(12_000)
  await sim.flow()
  await equal(sim, tab, 'after the cards')
  const { length } = device.shadows(user)
  if (length > 0) {
    await sim.advance(12_000)
    await equal(sim, tab, 'after the cards, later')
    const shadow = device.shadows(user)[0]
    if (shadow) sim.violate('shadow', `a row is still not the server's: ${JSON.stringify(shadow)}`)
  }
}
