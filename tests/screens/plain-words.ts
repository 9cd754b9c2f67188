/** What no screen says (docs/ux.md, "Words"). Each window of a screen test is read when it is closed. */

const FORBIDDEN: readonly [pattern: RegExp, why: string][] = [
  [/\b(?:SMTP|STRIPE|PUBLIC|DATABASE|MAIL)_[A-Z_]+\b/, 'the name of a setting of the environment'],
  [/\bentit(?:y|ies)\b/i, 'a word of the code'],
  [/\b(?:null|undefined|NaN|\[object Object\])\b/, 'a value of the code'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i, 'an id that nobody can say'],
  [
    /(?<![\d.,:/-])1 (?:units|cases|orders|lines|products|items|days|invoices|changes|pieces|rows|mails|people)\b/,
    'one of several',
  ],
]

/** Texts of the specification, which stay as they are. */
const EXEMPT: readonly string[] = ['undefined (undefined)']

/** The first forbidden words of a text, and why they are forbidden; null where there are none. */
function forbiddenWords(text: string): string | null {
  const said = EXEMPT.reduce((rest, exempt) => rest.replaceAll(exempt, ''), text)
  for (const [pattern, why] of FORBIDDEN) {
    const found = pattern.exec(said)
    if (found)
      return `${why}: “${said.slice(Math.max(0, found.index - 40), found.index + found[0].length + 40)}”`
  }
  return null
}

/** Elements that do not end a line of text. */
const INLINE = new Set([
  'A',
  'ABBR',
  'B',
  'CODE',
  'EM',
  'I',
  'KBD',
  'MARK',
  'SMALL',
  'SPAN',
  'STRONG',
  'SUB',
  'SUP',
])
const SILENT = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'svg'])

/**
 * The words of an element, a line for each block. `innerText` does the same by the computed style of every element, which took
 * a twentieth of these tests' time.
 */
function wordsOf(element: Element): string {
  let words = ''
  for (const node of element.childNodes) {
    if (node instanceof Text) words += node.data
    if (!(node instanceof Element) || SILENT.has(node.tagName)) continue
    words += INLINE.has(node.tagName) ? wordsOf(node) : `\n${wordsOf(node)}\n`
  }
  return words
}

/** Reads the page. The answer throws where the page says what it must not: first the window is closed. */
export function readWords(): () => void {
  const found = forbiddenWords(wordsOf(document.body))
  return () => {
    if (found) throw new Error(`The screen says ${found}`)
  }
}
