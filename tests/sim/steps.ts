/** The steps of the safety phase: what can happen next, and how often. */
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { keyOf } from '#contract/sync/entities.ts'
import { localKey, tableOf } from '#src/sync/store/rows.ts'
import type { EditedRow } from '#src/db/database.ts'
import { partsBeside } from './parts.ts'
import { weighted, type Chance } from './chance.ts'
import { bringIn } from '#src/sync/export.ts'
import type { Device, Tab } from './device.ts'
import { someEdit, type Doing } from './edits.ts'
import { HTML, type Message } from './network.ts'
import { FOREMAN, fixedId, PASSWORD, PICKERS, PRODUCTS } from './server.ts'
import type { Sim } from './sim.ts'
import { mergeOrders } from './merging.ts'
import { makeOld } from './oldest.ts'
import { rest } from './storage.ts'

const YEAR = 365 * 86_400_000
const DAY = 86_400_000

/** The faults of a seed: not all at once, so that each seed also meets a quiet world. */
export interface Weather {
  network: number
  storms: boolean
  kills: boolean
  aborts: boolean
  clocks: boolean
  office: boolean
  servers: boolean
  people: boolean
  tabs: boolean
  days: boolean
  upgrades: boolean
  files: boolean
  room: boolean
}
export const weatherOf = (chance: Chance): Weather => ({
  network: chance.pick([0, 1, 3]),
  storms: chance.oneIn(2),
  kills: chance.oneIn(2),
  aborts: chance.oneIn(3),
  clocks: chance.oneIn(3),
  office: !chance.oneIn(3),
  servers: chance.oneIn(3),
  people: chance.oneIn(3),
  tabs: chance.oneIn(3),
  days: chance.oneIn(4),
  upgrades: chance.oneIn(4),
  files: chance.oneIn(4),
  room: chance.oneIn(4),
})

type Do = () => Promise<string> | string
type Choice = readonly [number, Do]

/** Takes one step and returns it in a few words. */
export async function step(sim: Sim, weather: Weather, chance: Chance): Promise<string> {
  const choices = [
    ...onDevice(sim, weather, chance),
    ...onNetwork(sim, weather, chance),
    ...elsewhere(sim, weather, chance),
  ]
  const chosen = weighted(chance, choices)
  const what = (await chosen?.()) ?? 'nothing'
  await rest()
  return what
}

function onDevice(sim: Sim, weather: Weather, chance: Chance): Choice[] {
  const device = chance.pick(sim.devices)
  const tab = device.tabs.length > 0 ? chance.pick(device.tabs) : undefined
  if (!tab) return [[30, () => openTab(device)]]
  const { engine } = tab
  const choices: Choice[] = [
    [weather.kills ? 1.5 : 0, () => kill(tab)],
    [weather.upgrades ? 1 : 0, () => upgrade(device)],
    [weather.room ? 2 : 0, () => fill(device)],
  ]
  if (tab.frozen)
    return [
      ...choices,
      [4, () => thaw(sim, tab)],
      [device.tabs.every((one) => one.frozen) ? 4 : 0, () => openTab(device)],
    ]
  if (!engine) return [...choices, [30, () => signIn(sim, tab, chance)]]
  const say = (what: string, work: Promise<unknown>) => {
    work.catch((error: unknown) => sim.reported(tab, error))
    return `${tab.name} ${what}`
  }
  choices.push(
    [34, () => commit(sim, tab, chance, weather)],
    [3, () => say('saves', engine.saveNow())],
    [3, () => say('pulls', engine.pullNow())],
    [2, () => nudge(tab, chance)],
    [4, () => attend(sim, tab, chance)],
    [weather.tabs && device.tabs.length < 2 ? 3 : 0, () => openTab(device)],
    [weather.tabs ? 2 : 0, () => freeze(tab)],
    [weather.kills ? 2 : 0, () => doom(tab, chance)],
    [weather.aborts ? 2 : 0, () => abortSoon(tab, chance)],
    [weather.people ? 1 : 0, () => switchUser(sim, tab, chance)],
    [weather.files ? 5 : 0, () => exportFile(sim, tab)],
    [weather.files && sim.files.length > 0 ? 8 : 0, () => importFile(sim, tab, chance)],
    [tab.session.get().phase === 'in' ? 0 : 12, () => signIn(sim, tab, chance)],
    [weather.clocks ? 1 : 0, () => jump(device, chance)],
  )
  return choices
}

async function openTab(device: Device): Promise<string> {
  const tab = device.tab()
  tab.open().catch((error: unknown) => device.sim.reported(tab, error))
  await rest()
  return `${tab.name} opens${tab.engine ? '' : ' for nobody'}`
}
function kill(tab: Tab): string {
  tab.gate.die()
  return `${tab.name} is killed`
}
function doom(tab: Tab, chance: Chance): string {
  tab.gate.dieIn = 1 + chance.whole(25)
  return `${tab.name} will die at boundary ${tab.gate.dieIn}`
}
function abortSoon(tab: Tab, chance: Chance): string {
  tab.gate.abortIn = 1 + chance.whole(12)
  return `${tab.name} will fail at write ${tab.gate.abortIn}`
}
/** Freezes a page, as the browser does with one in the background. The page may stay frozen for good. */
function freeze(tab: Tab): string {
  tab.frozen = true
  return `${tab.name} freezes`
}
async function thaw(sim: Sim, tab: Tab): Promise<string> {
  tab.frozen = false
  await sim.advance(0)
  return `${tab.name} thaws`
}
/** Upgrades the app: the former one made the edits, all its pages close, and the next page is of the present one. */
async function upgrade(device: Device): Promise<string> {
  for (const tab of device.tabs.slice()) tab.gate.die()
  await rest()
  return `${device.name} gets a new app: ${makeOld(device)} edits are of the one before`
}
function fill(device: Device): string {
  device.full = !device.full
  device.wasFull = true
  return `${device.name} ${device.full ? 'is full' : 'has room again'}`
}
async function exportFile(sim: Sim, tab: Tab): Promise<string> {
  const file = await tab.engine!.exportOutbox().catch((error: unknown) => sim.reported(tab, error))
  if (file && file.records.length > 0) sim.exported(file.records)
  return `${tab.name} exports ${file?.records.length ?? 'no'} edits`
}
/** Imports any file at any device, by the person there: the server decides who may. */
function importFile(sim: Sim, tab: Tab, chance: Chance): string {
  const file = chance.pick(sim.files)
  const signal = new AbortController().signal
  const bring = {
    client: tab.client!,
    userId: tab.user!.id,
    held: { unsent: {}, needs_you: {} },
    signal,
    onProgress() {},
  }
  tab.session
    .deviceId()
    .then((deviceId) => bringIn(file, { ...bring, deviceId }))
    .catch((error: unknown) => sim.reported(tab, error))
  return `${tab.name} brings in ${file.length} edits`
}
function nudge(tab: Tab, chance: Chance): string {
  const why = chance.pick(['online', 'visible', 'hidden'] as const)
  tab.engine!.nudge(why)
  tab.engine!.setCadence(chance.pick(['scan', 'picklist', 'idle']))
  return `${tab.name} is ${why}`
}
function jump(device: Device, chance: Chance): string {
  device.skewMs = chance.pick([-10 * YEAR, 10 * YEAR, 0, -DAY, 3_600_000])
  return `the clock of ${device.name} is ${device.skewMs} ms off`
}

async function commit(sim: Sim, tab: Tab, chance: Chance, weather: Weather): Promise<string> {
  const doing = someEdit(tab, chance)
  return doing ? commitDoing(sim, tab, doing, chance, weather) : `${tab.name} sees no rows`
}

/** Stores an act of a person. The process may die before it is stored. */
export async function commitDoing(
  sim: Sim,
  tab: Tab,
  doing: Doing,
  chance: Chance,
  weather: Weather,
): Promise<string> {
  const { device, user, engine, gate } = tab
  sim.showing(device, rowsOf(tab, doing.edits))
  if (weather.kills && chance.oneIn(12)) gate.dieIn = 1 + chance.whole(10)
  sim.counts.commits++
  let end = 'is not stored yet'
  engine!.commit(doing.edits).then(
    (result) => {
      end = result.kind === 'committed' ? 'stored' : `${result.kind}: ${result.message}`
      if (result.kind === 'committed' && !gate.dead)
        sim.promised(
          device,
          user!.id,
          result.records.map((record) => record.mutation_id),
        )
    },
    (error: Error) => {
      end = error.name
      sim.reported(tab, error)
    },
  )
  await rest()
  return `${tab.name} ${doing.what}: ${gate.dead ? 'killed' : end}`
}

/** Returns the rows of edits as the screen shows them. */
function rowsOf(tab: Tab, edits: readonly NewEdit[]): Map<string, Record<string, unknown> | null> {
  const rows = new Map<string, Record<string, unknown> | null>()
  for (const { entity, entity_id } of edits) {
    const table = tableOf(entity)
    const id = localKey(table, entity_id)
    const row = tab.device.rows<EditedRow>(tab.user!.id, table).find((one) => keyOf(table, one) === id)
    rows.set(entity_id, row ? { ...row } : null)
  }
  return rows
}

/** Attends to a card, as a person does. */
async function attend(sim: Sim, tab: Tab, chance: Chance): Promise<string> {
  const outbox = tab.device.outbox(tab.user!.id)
  const waiting = outbox.filter((record) => record.state !== 'pending')
  if (waiting.length === 0) return `${tab.name} has nothing to attend to`
  const card = chance.pick(waiting)
  const { mutation_id: id, state } = card
  sim.givenUp.add(id)
  const engine = tab.engine!
  const how =
    state === 'conflict' ? chance.pick(['mine', 'theirs'] as const) : chance.pick(['again', 'drop'] as const)
  if (how === 'drop' || how === 'theirs')
    for (const { mutation_id } of partsBeside(outbox, [card])) sim.givenUp.add(mutation_id)
  const work: Promise<unknown> =
    how === 'again' ? engine.retry(id) : how === 'drop' ? engine.discard(id) : engine.resolveConflict(id, how)
  work.catch((error: unknown) => sim.reported(tab, error))
  await rest()
  return `${tab.name} decides ${how} of ${id.slice(-6)}`
}

export async function signIn(sim: Sim, tab: Tab, chance: Chance, name?: string): Promise<string> {
  const before = tab.user?.username
  const known = name ?? before ?? tab.session.get().username ?? chance.pick([...PICKERS, FOREMAN])
  const result = await sim
    .drive(tab.device, tab.session.signIn(known, PASSWORD))
    .catch((error: unknown) => sim.reported(tab, error))
  if (!tab.engine || tab.user?.username !== known) {
    await sim.drive(tab.device, tab.close()).catch((error: unknown) => sim.reported(tab, error))
    tab.user = null
    await sim.drive(tab.device, tab.open()).catch((error: unknown) => sim.reported(tab, error))
  }
  return `${tab.name} signs in as ${known}: ${result?.kind ?? 'failed'}`
}

async function switchUser(sim: Sim, tab: Tab, chance: Chance): Promise<string> {
  const { engine } = tab
  const next = chance.pick([...PICKERS, FOREMAN])
  const flush = chance.oneIn(2) ? { flush: () => engine!.saveNow() } : {}
  await sim.drive(tab.device, tab.session.signOut(flush)).catch((error: unknown) => sim.reported(tab, error))
  return `${flush.flush ? 'after a save ' : ''}${await signIn(sim, tab, chance, next)}`
}

function onNetwork(sim: Sim, { network, storms }: Weather, chance: Chance): Choice[] {
  const movable = sim.net.messages.filter((message) => sim.mayMove(message))
  const choices: Choice[] = [[2 * network, () => partition(sim, chance)]]
  if (movable.length === 0) return choices
  const message = chance.pick(movable)
  const { net } = sim
  const name = `${message.tab.name} ${message.method} ${message.path.slice(5).split('?')[0]} #${message.n}`
  const f = network
  choices.push([
    6,
    async () => (await sim.flow(message.tab.device), `all of ${message.tab.device.name} arrives`),
  ])
  if (message.stage === 'out')
    choices.push(
      [30, async () => (await sim.deliver(message), `served ${name}`)],
      [f, () => (net.drop(message), `lost ${name}`)],
      [f, () => (net.reset(message), `reset ${name}`)],
      [2 * f, () => (net.double(message), `doubled ${name}`)],
      [f, () => later(sim, message, name, chance)],
      [f, async () => (await sim.arrive(message, HTML), `a portal answers ${name}`)],
      [storms ? 6 : 0, async () => refused(sim, message, name, chance)],
    )
  else
    choices.push(
      [30, async () => (await sim.arrive(message), `answered ${name}`)],
      [2 * f, () => (net.drop(message), `lost the answer to ${name}`)],
      [f, () => (net.reset(message), `reset under the answer to ${name}`)],
      [f, () => later(sim, message, name, chance)],
      [f, async () => (await sim.arrive(message, HTML), `HTML for the answer to ${name}`)],
      [f, async () => truncated(sim, message, name, chance)],
      [storms ? 3 : 0, async () => refused(sim, message, name, chance)],
    )
  return choices
}

function later(sim: Sim, message: Message, name: string, chance: Chance): string {
  const ms = chance.pick([2_000, 20_000, 50_000, 120_000, 600_000, 30 * DAY])
  message.notBefore = sim.t + ms
  return `delayed ${name} by ${ms} ms`
}
async function refused(sim: Sim, message: Message, name: string, chance: Chance): Promise<string> {
  const status = chance.pick([500, 502, 503, 429, 408, 413, 422, 401])
  const seconds = { 429: '7', 503: '3600' }[status]
  await sim.refuse(message, status, seconds ? { 'retry-after': seconds } : {})
  return `a proxy says ${status} to ${name}`
}
async function truncated(sim: Sim, message: Message, name: string, chance: Chance): Promise<string> {
  const answer = message.answer!
  await sim.arrive(message, { ...answer, body: answer.body.slice(0, chance.whole(answer.body.length)) })
  return `cut off the answer to ${name}`
}
function partition(sim: Sim, chance: Chance): string {
  const device = chance.pick(sim.devices)
  device.blockedOut = chance.oneIn(3)
  device.blockedBack = chance.oneIn(3)
  return `${device.name}: out ${device.blockedOut ? 'blocked' : 'open'}, back ${device.blockedBack ? 'blocked' : 'open'}`
}

function elsewhere(sim: Sim, weather: Weather, chance: Chance): Choice[] {
  const { server } = sim
  const move = async (ms: number) => (await sim.advance(ms), `${ms} ms pass`)
  return [
    [16, () => move(chance.pick([200, 1_000, 5_000, 15_000, 31_000, 61_000]))],
    [0.7, () => move(16 * 60_000)],
    [weather.days ? 0.6 : 0, () => move(chance.pick([DAY, 9 * DAY, 31 * DAY]))],
    [weather.office ? 6 : 0, () => office(sim, chance)],
    [weather.office ? 0.6 : 0, () => mergeOrders(sim, chance)],
    [weather.servers ? 0.5 : 0, async () => (await server.restart(), 'the server starts again')],
    [weather.servers || weather.days ? 0.7 : 0, () => newEpoch(sim)],
    [
      weather.servers ? 1.5 : 0,
      () => ((server.up = !server.up), `the server ${server.up ? 'is there' : 'is gone'}`),
    ],
    [
      weather.servers ? 2 : 0,
      () => ((server.breakIn = 1 + chance.whole(14)), `PostgreSQL will break at ${server.breakIn}`),
    ],
    [weather.people ? 0.7 : 0, () => revoke(sim, chance)],
  ]
}

/** Begins a new epoch, as after a restored backup: every device pulls everything, under its edits. */
async function newEpoch(sim: Sim): Promise<string> {
  await sim.server.rows(`update facts set value = $1 where key = 'epoch'`, [`e${sim.t}`])
  return 'the feed has a new epoch'
}

/** Revokes every session of a person, who must sign in again and lose nothing. */
async function revoke(sim: Sim, chance: Chance): Promise<string> {
  const username = chance.pick([...PICKERS, FOREMAN])
  await sim.server.rows(
    'update sessions set revoked_at = $2 where user_id = (select id from users where username = $1)',
    [username, new Date(sim.server.nowMs)],
  )
  return `the sessions of ${username} are revoked`
}

async function office(sim: Sim, chance: Chance): Promise<string> {
  const { server } = sim
  const order = 1 + chance.whole(3)
  const item = fixedId(order * 10 + chance.whole(3))
  const day = (days: number) => new Date(server.nowMs + days * DAY).toISOString().slice(0, 10)
  const calls: (readonly [number, string, string, unknown?])[] = [
    [4, 'PATCH', `orderitems/${item}`, { coupon_note: `office ${chance.whole(1_000)}` }],
    [3, 'PATCH', `orderitems/${item}`, { unit_quantity: chance.whole(9) }],
    [2, 'PATCH', `orderitems/${item}`, { picked: chance.oneIn(2) }],
    [2, 'PATCH', `orders/${order}`, { note: `office ${chance.whole(1_000)}` }],
    [1, 'DELETE', `orderitems/${item}`],
    [0.3, 'DELETE', `orders/${order}`],
    [
      1.5,
      'POST',
      `orders/${order}/generateinvoice`,
      { confirm_unsent: true, confirm_nothing: true, confirm_zero: true },
    ],
    [
      0.5,
      'POST',
      `orders/${order}/generateinvoice`,
      { confirm_unsent: true, confirm_nothing: true, confirm_zero: true, force_regenerate: true },
    ],
    [4, 'POST', `orders/${order}/unlock`],
    [2, 'PATCH', `orders/${order}`, { delivery_date: day(chance.pick([0, 0, 1, 30])) }],
    [1, 'POST', 'orderitems', { order, product: PRODUCTS[0], units_ordered: 1 }],
  ]
  const chosen = weighted(
    chance,
    calls.map((call) => [call[0], call] as const),
  )!
  const [, method, path, body] = chosen
  const { status } = await server.officeCall(method, path, body)
  await sim.model.take(server)
  return `the office: ${method} ${path} ${JSON.stringify(body ?? '')} → ${status}`
}
