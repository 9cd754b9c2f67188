/** Reads the texts of the app's PDFs by page. Fonts are embedded by their glyphs, with a table of their letters. */
import { inflateSync } from 'node:zlib'

/** Returns objects by number: the text before a stream, and the stream's content. */
function objectsOf(bytes: Buffer): Map<number, { head: string; stream: string }> {
  const text = bytes.toString('latin1')
  const found = [...text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)].map((match) => ({
    id: Number(match[1]),
    at: match.index + match[0].length,
  }))
  return new Map(
    found.map(({ id, at }, n) => {
      const whole = text.slice(at, found[n + 1]?.at ?? text.length)
      const start = whole.indexOf('stream\n')
      if (start < 0) return [id, { head: whole, stream: '' }]
      const head = whole.slice(0, start)
      const length = Number(/\/Length (\d+)/.exec(head)?.[1])
      const raw = Buffer.from(whole.slice(start + 7, start + 7 + length), 'latin1')
      return [
        id,
        { head, stream: (head.includes('FlateDecode') ? inflateSync(raw) : raw).toString('latin1') },
      ]
    }),
  )
}

/** A ligature is several letters. */
const letter = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')

/** Returns the letters of a font's glyphs, by four hexadecimal digits. */
function lettersOf(cmap: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, block = ''] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', list = ''] of block.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
      for (const [n, [, hex = '']] of [...list.matchAll(/<([\w ]+)>/g)].entries())
        letters.set((Number.parseInt(from, 16) + n).toString(16).padStart(4, '0'), letter(hex))
  return letters
}

/** Returns the text of each page, in the order in which it was drawn. */
export function pagesOf(bytes: Buffer): string[] {
  const objects = objectsOf(bytes)
  const headOf = (id: string | undefined) => objects.get(Number(id))?.head ?? ''
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\n/.test(head))
  return pages.map(({ head }) => {
    const resources = headOf(/\/Resources (\d+) 0 R/.exec(head)?.[1])
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => {
        const table = /\/ToUnicode (\d+) 0 R/.exec(headOf(id))?.[1]
        return [name, lettersOf(objects.get(Number(table))?.stream ?? '')]
      }),
    )
    const content = objects.get(Number(/\/Contents (\d+) 0 R/.exec(head)?.[1]))?.stream ?? ''
    let letters = new Map<string, string>()
    let text = ''
    for (const [, font, glyphs] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g))
      if (font) letters = fonts.get(font) ?? letters
      else
        text += [...(glyphs ?? '').matchAll(/<(\w+)>/g)]
          .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
          .map((glyph) => letters.get(glyph.toLowerCase()) ?? '?')
          .join('')
    return text
  })
}
