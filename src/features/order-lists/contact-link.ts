/** Where a line of the distributor's own leads to when it is pressed. */

/** @returns a `tel:` or `mailto:` address where the whole line is a number or a mail address, null for any other */
export function contactLink(line: string, subject: string): string | null {
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(line)) return `mailto:${line}?subject=${encodeURIComponent(subject)}`
  const digits = line.replaceAll(/\D/g, '')
  if (/^\+?[\d\s().-]+$/.test(line) && digits.length >= 7)
    return `tel:${line.startsWith('+') ? '+' : ''}${digits}`
  return null
}
