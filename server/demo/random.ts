/** A seeded generator, so that the demo distributor is the same business each time that it is made. */

const SEED = 'Harbor & Vine Provisions'

/**
 * A stream of numbers of its own for one purpose: a row more in one noun's table does not shuffle every other noun.
 * The generator is mulberry32, seeded by FNV-1a of the purpose.
 */
export function random(purpose: string) {
  let state = 0x811c9dc5
  for (const letter of SEED + purpose) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193)

  /** A number from 0 up to, and without, 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  /** A whole number, both ends included. */
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const chance = (probability: number) => next() < probability

  function pick<T>(from: readonly T[]): T {
    const one = from[int(0, from.length - 1)]
    if (one === undefined) throw new RangeError('nothing to pick from')
    return one
  }

  /** Some of a list, each once; the heavier, the likelier (Efraimidis and Spirakis). In the order of the draw. */
  function sample<T>(from: readonly T[], count: number, weigh: (one: T) => number = () => 1): T[] {
    return from
      .map((one) => ({ one, key: next() ** (1 / weigh(one)) }))
      .sort((a, b) => b.key - a.key)
      .slice(0, count)
      .map(({ one }) => one)
  }

  return { int, chance, pick, sample }
}

/**
 * Ids in the form of a UUIDv7 and in the order of their making. The first 16 bits of the time are a fixed day's, so
 * that ids of people's own edits sort after them and the ids do not depend on the day of the demo data.
 */
export function uuids(purpose: string): () => string {
  const bits = random(purpose)
  const hex = (value: number, length: number) => value.toString(16).padStart(length, '0')
  let count = 0
  return () => {
    count += 1
    const tail = `7${hex(bits.int(0, 0xfff), 3)}-${hex(bits.int(0x8000, 0xbfff), 4)}`
    return `0198${hex(count >>> 16, 4)}-${hex(count & 0xffff, 4)}-${tail}-${hex(bits.int(0, 0xffffff), 6)}${hex(bits.int(0, 0xffffff), 6)}`
  }
}
