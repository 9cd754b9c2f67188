/**
 * The digests that a device and the server compare to find a row that the feed has missed (docs/decisions/0222). Two
 * digests of a table are equal where they are of the same rows, added in any order.
 */

/** Returns JSON with its keys in order, so that equal values are equal texts. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

/**
 * Returns 64 bits of a text, as two numbers of 32 (cyrb53 by bryc, in the public domain). It guards against defects
 * and not against people: a device that reports something wrong about itself only reads a table again.
 */
function hashOf(text: string): [number, number] {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2_654_435_761)
    b = Math.imul(b ^ code, 1_597_334_677)
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
  return [a >>> 0, b >>> 0]
}

const hex = (number: number) => number.toString(16).padStart(8, '0')

/** Grows row by row, so that no process holds a whole table. */
export class TableDigest {
  #count = 0
  #sums: [number, number] = [0, 0]

  add(row: object): void {
    const [a, b] = hashOf(canonical(row))
    this.#count++
    this.#sums = [(this.#sums[0] + a) >>> 0, (this.#sums[1] + b) >>> 0]
  }

  /** Returns the number of rows, and the sum of their hashes. */
  text(): string {
    return `${this.#count} ${this.#sums.map(hex).join('')}`
  }
}
