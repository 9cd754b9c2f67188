import { Button } from '#src/ui/Button.tsx'
import { categoryLabel } from './choices.ts'
import classes from './receipts.module.css'

interface CategoryFilterProps {
  /** Those that some rows have. */
  categories: readonly string[]
  chosen: readonly string[]
  onChoose: (categories: string[]) => void
}

/** C173, C203: which differences are on show; all, while none is chosen. */
export function CategoryFilter({ categories, chosen, onChoose }: CategoryFilterProps) {
  // One that was chosen and that no row has any more can still be taken back.
  const offered = [...new Set([...categories, ...chosen])]
  if (offered.length === 0) return null
  return (
    <div className={classes.filter} role="group" aria-label="Errors" data-tools>
      {offered.map((category) => (
        <Button
          key={category}
          isPressed={chosen.includes(category)}
          onClick={() =>
            onChoose(
              chosen.includes(category) ? chosen.filter((one) => one !== category) : [...chosen, category],
            )
          }
        >
          {categoryLabel(category)}
        </Button>
      ))}
    </div>
  )
}
