/** The companies there are, as their locations tell of them: no call lists companies. */
import type { ListedLocation } from '#src/queries/locations.ts'

export interface Company {
  id: number
  /** By its first location, and how many more it has. */
  label: string
  locations: readonly ListedLocation[]
}

/** Sorted as people look for them, by name. */
export function companiesOf(locations: readonly ListedLocation[]): Company[] {
  const ids = [...new Set(locations.map(({ company_id }) => company_id))]
  return ids
    .map((id) => {
      const own = locations.filter(({ company_id }) => company_id === id)
      const more = own.length > 1 ? ` and ${own.length - 1} more` : ''
      return { id, label: `${own[0]!.name}${more} (company ${id})`, locations: own }
    })
    .toSorted((a, b) => a.label.localeCompare(b.label))
}
