import Dexie from 'dexie'
import { afterEach, expect, it, vi } from 'vitest'
import type { Act } from '#contract/orders/acts.ts'
import type { OrderItemRow } from '#contract/orders/schema.ts'
import { weightRows, type WeightRow } from '#contract/picking/weight-rows.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import type { Engine } from './engine.ts'
import { createWeightSaver, sendAct } from './save-weights.ts'
import { StorageTrouble } from './store/storage.ts'

const item = {
  id: 'i',
  order: 1,
  units_ordered: 2,
  cases_ordered: 0,
  unit_quantity: 0,
  case_quantity: 0,
} as OrderItemRow
const counted = (act: Act) => act.edits.find(({ entity }) => entity === 'orderitems')?.body?.['unit_quantity']

it('a second save after a partial refusal takes the refused edits back and makes them again, and leaves the rest', async () => {
  const acts: Act[] = []
  const takenBack: string[][] = []
  let refuses = (_act: Act): string[] => []
  let n = 0
  const saver = createWeightSaver({
    newId: () => `p${++n}`,
    run: async (act) => {
      acts.push(act)
      return null
    },
    async send(act) {
      const ids = refuses(act)
      if (ids.length === 0) return null
      return { message: 'No.', rows: new Set(ids), takeBack: async () => void takenBack.push(ids) }
    },
  })
  const rows = weightRows([item], []).map((row, i) => ({ ...row, weight: `1${i}` }))

  refuses = () => ['p2', 'i']
  expect(await saver.store({ label: 'Brisket', items: [item] }, rows, null)).toBeNull()
  const refused = await saver.send()
  expect(refused?.message).toBe('No.')
  expect(takenBack).toEqual([])

  refuses = () => []
  // The device shows what it has stored: two pieces counted.
  const shown = { ...item, unit_quantity: 2 }
  expect(await saver.store({ label: 'Brisket', items: [shown] }, refused!.rows, null)).toBeNull()
  expect(await saver.send()).toBeNull()
  expect(takenBack).toEqual([['p2', 'i']])
  const pieces = acts.map(({ edits }) =>
    edits.flatMap(({ entity, entity_id }) => (entity === 'ordersubitems' ? entity_id : [])),
  )
  expect(pieces).toEqual([['p1', 'p2'], ['p3']])
  expect(acts.map(counted)).toEqual([2, 2])
})

it('a save whose answer was lost makes the same pieces when it is repeated', async () => {
  const acts: Act[] = []
  const answers = ['The server cannot be reached.', null]
  let n = 0
  const saver = createWeightSaver({
    newId: () => `p${++n}`,
    run: async (act) => {
      acts.push(act)
      return answers.shift() ?? null
    },
    send: () => Promise.resolve(null),
  })
  const rows = weightRows([item], []).map((row) => ({ ...row, weight: '5' }))
  for (const _ of answers.slice()) await saver.store({ label: 'Brisket', items: [item] }, rows, null)
  const [lost, repeated] = acts.map(({ edits }) => edits.map(({ entity_id }) => entity_id))
  expect(repeated).toEqual(lost)
  await saver.store({ label: 'Brisket', items: [item] }, rows, null)
  expect(acts[2]!.edits[0]!.entity_id).not.toBe(lost![0])
})

it('a row keeps its id after a failed save, whatever other rows are filled or dropped', async () => {
  const acts: Act[] = []
  let n = 0
  const saver = createWeightSaver({
    newId: () => `p${++n}`,
    run: async (act) => {
      acts.push(act)
      return 'The server cannot be reached.'
    },
    send: () => Promise.resolve(null),
  })
  const [first, second] = weightRows([item], []) as [WeightRow, WeightRow]
  const heavy = { ...second, weight: '5' }
  const save = async (...rows: WeightRow[]) => {
    await saver.store({ label: 'Brisket', items: [item] }, rows, null)
    const edits = acts.at(-1)!.edits.filter(({ entity }) => entity === 'ordersubitems')
    return edits.map(({ entity_id, body }) => [entity_id, body?.['weight_lbs']])
  }
  expect(await save(first, heavy)).toEqual([['p1', '5']])
  expect([...saver.sent]).toEqual([[second.key, 'p1']])
  expect(await save({ ...first, weight: '4' }, heavy)).toEqual([
    ['p2', '4'],
    ['p1', '5'],
  ])
  expect(await save(first, heavy)).toEqual([['p1', '5']])
})

it('a save says why the device could not take the refused edits back, stores nothing, and works the next time', async () => {
  const acts: Act[] = []
  let isFull = true
  const saver = createWeightSaver({
    newId: () => 'p1',
    run: async (act) => {
      acts.push(act)
      return null
    },
    send: async () => ({
      message: 'No.',
      rows: new Set(['p1']),
      takeBack: async () => {
        if (isFull) throw new StorageTrouble('failed')
      },
    }),
  })
  const line = { label: 'Brisket', items: [item] }
  const rows = weightRows([item], []).slice(0, 1)
  const heavy = rows.map((row) => ({ ...row, weight: '5' }))
  await saver.store(line, heavy, null)
  await saver.send()
  expect(await saver.store(line, heavy, null)).toBe(new StorageTrouble('failed').message)
  expect(acts).toHaveLength(1)
  isFull = false
  expect(await saver.store(line, heavy, null)).toBeNull()
  expect(acts).toHaveLength(2)
})

/** An engine that has stored the act and sends it: as far as `sendAct` looks. */
const sending = (saveNow: Engine['saveNow'], serverReachable = true) =>
  ({
    saveNow,
    status: { get: () => ({ serverReachable }) },
    discard: () => Promise.resolve(true),
  }) as unknown as Engine
const act = { edits: [{ entity: 'ordersubitems', entity_id: 'p1' }] } as unknown as Act
const refusal = (entity_id: string) => ({ entity_id, mutation_id: `of ${entity_id}` }) as OutboxRecord
const saved = (...refused: OutboxRecord[]) => ({ sent: 0, refused, waiting: 0, placed: new Map() })
const words = ({ entity_id }: OutboxRecord) => `${entity_id}: No.`

afterEach(() => void vi.useRealTimers())

it('a refusal names the act’s own rows, and there is none if the server accepted or is out of reach', async () => {
  const refusing = sending(() => Promise.resolve(saved(refusal('p1'), refusal('another'))))
  expect(await sendAct(refusing, act, words)).toMatchObject({ message: 'p1: No.', rows: new Set(['p1']) })
  expect(
    await sendAct(
      sending(() => Promise.resolve(saved())),
      act,
      words,
    ),
  ).toBeNull()
  const never = vi.fn<Engine['saveNow']>()
  expect(await sendAct(sending(never, false), act, words)).toBeNull()
  expect(never).not.toHaveBeenCalled()
})

it('a sign-out while the answer is on its way reports nothing', async () => {
  const closed = sending(() => Promise.reject(new Dexie.DatabaseClosedError()))
  expect(await sendAct(closed, act, words)).toBeNull()
})

it('the wait for an answer ends after 5 s: the edit is stored and safe', async () => {
  vi.useFakeTimers()
  let answer: (with_: ReturnType<typeof saved>) => void = () => {}
  const slow = () => sending(() => new Promise((resolve) => (answer = resolve)))
  const inTime = sendAct(slow(), act, words)
  await vi.advanceTimersByTimeAsync(4_999)
  answer(saved(refusal('p1')))
  expect(await inTime).toMatchObject({ message: 'p1: No.' })
  const late = sendAct(slow(), act, words)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await late).toBeNull()
})
