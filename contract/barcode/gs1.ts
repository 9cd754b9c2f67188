/**
 * GS1 element strings: the data of a GS1-128, GS1 DataMatrix, GS1 QR or DataBar symbol, split into its elements.
 * Source: GS1 General Specifications, sections 7.8 (processing of data) and 7.12 (which century a year is in).
 */
import { GS1_CHARACTERS, GS1_RULES, lastDay } from './gs1-rules.ts'
import { applicationIdentifierAt, type ApplicationIdentifier } from './gs1-table.ts'

/** FNC1 as scanners send it between elements: ASCII 29, "group separator". */
export const GS = '\u001d'

/** One element: the application identifier's digits (or `ean`, `itf` for a bare number) and its data as printed. */
export type ScanElement = [ai: string, value: string]

/**
 * Why a scan was not read. `check-digit`: a misread, so scan again. `syntax` and `content`: the label does not follow
 * its standard. `conflict`: the label says two different things. `unstructured`: a plain code without readable data
 * (it may still be a product's own code). `malformed`: not a scan at all.
 */
export type ScanError = {
  name: 'syntax' | 'content' | 'check-digit' | 'conflict' | 'unstructured' | 'malformed'
  message: string
}

export type ElementStringResult =
  | { ok: true; elements: ScanElement[] }
  | { ok: false; error: ScanError; /** Characters read before the failure. */ at: number }

/**
 * Splits an element string into its elements and verifies each: length, characters, check digits, dates.
 *
 * It tolerates surplus separators (leading, trailing, doubled, after an element of predefined length), because
 * printers add them. The same identifier twice must have the same value (GS1 General Specifications 4.14.1). It reads
 * each character a fixed number of times, so the time grows with the length and no faster.
 *
 * @param data the symbol's data without symbology identifier, FNC1 as ASCII 29
 * @returns the elements in their order, or the first failure; it never throws
 */
export function parseElementString(data: string): ElementStringResult {
  const elements: ScanElement[] = []
  const seen = new Map<string, string>()
  let at = skipSeparators(data, 0)
  if (at === data.length) return failed('syntax', 'There is no data after FNC1.', at)
  while (at < data.length) {
    const identifier = applicationIdentifierAt(data, at)
    if (!identifier) {
      const start = data.slice(at, at + 4)
      return failed('syntax', `No application identifier begins with “${start}”.`, at)
    }
    const { ai } = identifier
    const start = at + ai.length
    const end = endOfValue(data, start, identifier)
    const value = data.slice(start, end)
    const error = checkValue(identifier, value)
    if (error) return { ok: false, error, at }
    // 310n and similar identifiers are one measure whatever their decimals, so their values may not differ.
    const measure = ai.length === 4 && ai < '3700' ? ai.slice(0, 3) : ai
    const stated = `${ai} ${value}`
    if ((seen.get(measure) ?? stated) !== stated) {
      return failed('conflict', `(${ai}) is there twice with different values.`, at)
    }
    seen.set(measure, stated)
    elements.push([ai, value])
    at = skipSeparators(data, end)
  }
  return { ok: true, elements }
}

/**
 * Returns the calendar date of a YYMMDD element. Day 00 means the last day of its month. A two-digit year is the one
 * nearest to now: at most 50 years ahead, at most 49 behind.
 *
 * @param yymmdd six digits that `parseElementString` accepted
 * @param currentYear four digits
 * @returns YYYY-MM-DD
 */
export function dateFromElement(yymmdd: string, currentYear: number): string {
  const ahead = Number(yymmdd.slice(0, 2)) - (currentYear % 100)
  const century = ahead >= 51 ? -100 : ahead <= -50 ? 100 : 0
  const year = currentYear + ahead + century
  const month = yymmdd.slice(2, 4)
  const day = yymmdd.slice(4) === '00' ? String(lastDay(year, Number(month))) : yymmdd.slice(4)
  return `${String(year).padStart(4, '0')}-${month}-${day}`
}

function endOfValue(data: string, start: number, { components, predefined }: ApplicationIdentifier): number {
  if (!predefined) {
    const separator = data.indexOf(GS, start)
    return separator < 0 ? data.length : separator
  }
  // Search only as far as the element can reach: a search to the end for each element takes quadratic time.
  const limit = Math.min(data.length, start + components.reduce((sum, { max }) => sum + max, 0))
  let end = start
  while (end < limit && data[end] !== GS) end += 1
  return end
}

function checkValue({ ai, components }: ApplicationIdentifier, value: string): ScanError | undefined {
  let at = 0
  for (const { characters, min, max, optional, rules } of components) {
    const part = value.slice(at, at + max)
    if (part === '' && optional) continue
    if (part.length < min) return problem('syntax', ai, 'the data is too short')
    const set = GS1_CHARACTERS[characters]
    if (!set.test(part)) return problem('syntax', ai, `“${part}” has a character outside ${set.name}`)
    for (const name of rules) {
      const { failure, test } = GS1_RULES[name]
      if (test(part)) continue
      const isCheck = name === 'check' || name === 'checkpair'
      return problem(isCheck ? 'check-digit' : 'content', ai, `“${part}”: ${failure}`)
    }
    at += part.length
  }
  return at < value.length ? problem('syntax', ai, 'the data is too long') : undefined
}

function skipSeparators(data: string, from: number): number {
  let at = from
  while (data[at] === GS) at += 1
  return at
}

function problem(name: ScanError['name'], ai: string, what: string): ScanError {
  return { name, message: `In (${ai}) ${what}.` }
}

function failed(name: ScanError['name'], message: string, at: number): ElementStringResult {
  return { ok: false, error: { name, message }, at }
}
