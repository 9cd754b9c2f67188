import { useSignedIn } from '#src/kit/signed-in.ts'
import { useLocalStorage } from '@mantine/hooks'

/** What a list is narrowed, searched and sorted by, as its address has it. */
type Search = Readonly<Record<string, unknown>>

interface SavedView {
  name: string
  search: Search
}

interface SavedViews {
  views: readonly SavedView[]
  /** Keeps a view; one of the same name is replaced. */
  save: (view: SavedView) => void
  remove: (name: string) => void
}

/** Pages are not part of a view. */
const partsOf = (search: object): [string, unknown][] =>
  Object.entries(search)
    .filter(([part, value]) => value !== undefined && part !== 'page')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

/** What of an address is a view. */
export const viewOf = (search: object): Search => Object.fromEntries(partsOf(search))

export const sameView = (a: object, b: object): boolean =>
  JSON.stringify(partsOf(a)) === JSON.stringify(partsOf(b))

/** The views of a list that a person has saved on this device. */
export function useSavedViews(list: string): SavedViews {
  const { engine } = useSignedIn()
  const [views, setViews] = useLocalStorage<readonly SavedView[]>({
    key: `larder-views-${engine.user.id}-${list}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const without = (name: string) => views.filter((view) => view.name !== name)
  return {
    views,
    save: (view) => setViews([...without(view.name), view]),
    remove: (name) => setViews(without(name)),
  }
}
