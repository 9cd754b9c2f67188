/**
 * A wedge scanner presses keys by their place on one keyboard layout, and the computer reads them by its own. These
 * are the characters that come out when the scanner means US and the computer is set to another.
 */
interface Layout {
  name: string
  /** US character → what arrives. */
  arrives: Record<string, string>
}

const mapping = (us: string, here: string): Record<string, string> => {
  const other = [...here]
  return Object.fromEntries([...us].map((character, at) => [character, other[at] ?? '']))
}

export const LAYOUTS: readonly Layout[] = [
  { name: 'German', arrives: mapping('yzYZ-/_@#;:\'"[]{}=+&*()', 'zyZYß-?"§öÖäÄü+Ü*´`/()=') },
  {
    name: 'French',
    arrives: mapping('1234567890aqzwmAQZWM-/_@#;', '&é"\'(-è_çàqawz,QAWZ?)!°23m'),
  },
  { name: 'Spanish', arrives: mapping("-/_@#;'=", '\'-?"·ñ´¡') },
]

/** Returns the text that arrives when a scanner types as US and the computer has this layout. */
export const typedOn = ({ arrives }: Layout, text: string): string =>
  [...text].map((character) => arrives[character] ?? character).join('')
