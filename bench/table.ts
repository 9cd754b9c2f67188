/** The table that the bench prints. */

/** One line of the table. */
export interface Figure {
  name: string
  /** The measured value, with its unit. */
  figure: string
  /** The floor or the peer of the same run, with its name. */
  beside: string
  /** figure : beside, where both are of one kind; null where the goal is an amount. */
  ratio: number | null
  /** The goal in words; '' where the line only explains another. */
  goal: string
  /** null where there is no goal. */
  met: boolean | null
}

/** Returns a figure whose goal is a least ratio to its peer. */
export const atLeast = (
  name: string,
  figure: string,
  beside: string,
  ratio: number,
  least: number,
): Figure => ({
  name,
  figure,
  beside,
  ratio,
  goal: `≥ ${least}`,
  met: ratio >= least,
})

/** Returns a figure whose goal is a highest amount. */
export const atMost = (
  name: string,
  {
    value,
    floor,
    most,
    unit,
    beside,
  }: { value: number; floor: number | null; most: number; unit: string; beside: string },
): Figure => ({
  name,
  figure: `${round(value)} ${unit}`,
  beside,
  ratio: floor === null ? null : value / floor,
  goal: `≤ ${most} ${unit}`,
  met: value <= most,
})

/** Returns a line that explains another. */
export const note = (name: string, figure: string, beside = ''): Figure => ({
  name,
  figure,
  beside,
  ratio: null,
  goal: '',
  met: null,
})

/** Rounds to three significant digits. */
export function round(value: number): string {
  if (value >= 1_000) return Math.round(value).toLocaleString('en-US')
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

const HEAD = ['what', 'figure', 'beside', 'ratio', 'goal', 'met']

export function printTable(figures: readonly Figure[]): void {
  const rows = figures.map((f) => [
    f.name,
    f.figure,
    f.beside,
    f.ratio === null ? '' : f.ratio.toFixed(2),
    f.goal,
    f.met === null ? '' : f.met ? 'met' : 'NOT MET',
  ])
  const widths = HEAD.map((head, n) => Math.max(head.length, ...rows.map((row) => row[n]!.length)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, n) => cell.padEnd(widths[n]!))
      .join('  ')
      .trimEnd()
  console.log(line(HEAD))
  console.log(widths.map((width) => '─'.repeat(width)).join('  '))
  for (const row of rows) console.log(line(row))
}
