/**
 * The separators of the cells of a text file: spreadsheets write a comma, a semicolon or a tab, as their country has
 * it.
 */
const SEPARATORS = [',', ';', '\t', '|'] as const
/**
 * A cell in quotes with what is before it. A quote inside is written twice. A cell that is cut off in the middle has no
 * end.
 */
const QUOTED_CELL = /(^|[,;\t|\r\n])"(?:[^"]|"")*(?:"|$)/g
const HEAD_CHARACTERS = 65_536
const HEAD_LINES = 10

/**
 * Returns the separator of a text. Candidates are the signs that are in at least half of its first lines. The one whose
 * number differs least from line to line wins, and the most frequent one of several. Signs inside quotes do not count.
 * A text of one column has none; then it is a comma.
 */
export function separatorOf(text: string): string {
  const lines = text
    .slice(0, HEAD_CHARACTERS)
    .replaceAll(QUOTED_CELL, '$1')
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '')
    .slice(0, HEAD_LINES)
  const candidates = SEPARATORS.map((separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1)
    const steps = counts.slice(1).map((count, n) => Math.abs(count - counts[n]!))
    return {
      separator,
      isCommon: counts.filter((count) => count > 0).length * 2 >= lines.length && lines.length > 0,
      steps: steps.reduce((sum, step) => sum + step, 0),
      count: counts.reduce((sum, count) => sum + count, 0),
    }
  })
  const [best] = candidates
    .filter(({ isCommon }) => isCommon)
    .toSorted((a, b) => a.steps - b.steps || b.count - a.count)
  return best?.separator ?? ','
}
