/** The addresses that the page names: its scripts, preloads and styles. */
export function namedBy(html: string): Set<string> {
  const named = html.matchAll(/\b(?:src|href)="(\/[^"]*|[^":]+)"/g)
  return new Set([...named].map(([, address]) => (address!.startsWith('/') ? address! : `/${address}`)))
}
