/** Returns a file whose reading waits until `release` is called. */
export function heldFile(name: string, lines: readonly string[]): { file: File; release: () => void } {
  const file = new File([lines.join('\n')], name)
  const read = file.arrayBuffer.bind(file)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  file.arrayBuffer = () => released.then(read)
  return { file, release: () => release() }
}
