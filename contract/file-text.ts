/**
 * The text of a csv file: UTF-8 or UTF-16, as its mark or its zeros say, and else Windows-1252, as Excel writes it. Without the mark.
 */
export function fileText(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isLittleEndian = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
  if (isLittleEndian) return new TextDecoder('utf-16le').decode(bytes)
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second !== undefined)
  if (isBigEndian) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
