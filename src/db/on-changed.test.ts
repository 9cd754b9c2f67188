import Dexie, { type ObservabilitySet } from 'dexie'
import { afterEach, expect, it } from 'vitest'
import { onChanged } from './on-changed.ts'

const db = new Dexie('on-changed')
db.version(1).stores({ orders: 'id', items: 'id', outbox: 'id' })
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Subscribes to these tables and returns the changes that the listener receives. */
function heardOf(tables: readonly string[] | null): (readonly string[])[] {
  const heard: (readonly string[])[] = []
  stops.push(onChanged(db, tables, (changed) => heard.push(changed)))
  return heard
}
const tell = (...parts: string[]) =>
  Dexie.on.storagemutated.fire(
    Object.fromEntries(parts.map((part) => [part, {}])) as unknown as ObservabilitySet,
  )

it('the listener receives the changes of its own tables and database only', () => {
  const [own, any] = [heardOf(['orders', 'items']), heardOf(null)]
  tell('idb://on-changed/items/', 'idb://on-changed/items/order', 'idb://on-changed/outbox/')
  tell('idb://on-changed/outbox/')
  tell('idb://another/items/')
  expect(own).toEqual([['items']])
  expect(any).toEqual([['items', 'outbox'], ['outbox']])
})

it('a page that comes back from the back/forward cache treats every table as changed', () => {
  const [own, any] = [heardOf(['orders', 'items']), heardOf(null)]
  tell('all')
  expect([own, any]).toEqual([[['orders', 'items']], [[]]])
})

it('the listener receives nothing after it was stopped', () => {
  const heard = heardOf(['orders'])
  stops.pop()!()
  tell('idb://on-changed/orders/')
  expect(heard).toEqual([])
})
