/** Searching by words, upper and lower case alike: as lists, catalogues and pick lists on the device, and the lists of the server, do it. */

export const wordsOf = (typed: string): string[] => typed.toLowerCase().split(/\s+/).filter(Boolean)

/** Whether a text holds every word of `wordsOf`; without words it does. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return words.every((word) => lower.includes(word))
}
