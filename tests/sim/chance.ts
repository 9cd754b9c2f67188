/** Chance from a seed: the same seed, the same choices, whatever else happens beside them. */
export interface Chance {
  /** 0 ≤ x < 1. */
  next(): number
  /** A whole number from 0 to `below` - 1. */
  whole(below: number): number
  oneIn(times: number): boolean
  pick<T>(list: readonly T[]): T
}

/** Mixes numbers and names into 32 bits, so that near seeds give far apart streams. */
function mix(parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const char of parts.join('|')) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}

/** mulberry32. Every step has a stream of its own: leaving one out does not change what the others choose. */
export function chanceOf(...parts: (string | number)[]): Chance {
  let state = mix(parts)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (below: number) => Math.floor(next() * below)
  return {
    next,
    whole,
    oneIn: (times) => whole(times) === 0,
    pick: (list) => list[whole(list.length)]!,
  }
}

/** Picks by weight among those that may be chosen now. */
export function weighted<T>(chance: Chance, choices: readonly (readonly [number, T])[]): T | undefined {
  const total = choices.reduce((sum, [weight]) => sum + weight, 0)
  let at = chance.next() * total
  for (const [weight, one] of choices) {
    at -= weight
    if (at < 0) return one
  }
  return choices.at(-1)?.[1]
}
