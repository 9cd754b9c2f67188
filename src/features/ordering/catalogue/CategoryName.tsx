import { Link } from '#src/kit/links/Link.tsx'
import type { Address } from '#src/paths.ts'
import { IconEdit } from '@tabler/icons-react'
import type { Cart } from '../cart/index.ts'
import classes from '../catalogue.module.css'
import type { CatalogueCategory } from './catalogue.ts'
import type { ProductActs } from '../products/index.ts'

/** What each layout of a catalogue is given. */
export interface CatalogueProps {
  categories: readonly CatalogueCategory[]
  cart: Cart
  acts: ProductActs
  /** A034: where the office edits the list; null for everybody else. */
  editAt: Address | null
}

/** The head of a category, and where there is nothing in it, that (A077). */
export const CategoryName = ({
  category,
  editAt,
}: Pick<CatalogueProps, 'editAt'> & { category: CatalogueCategory }) => (
  <>
    <div className={classes.head}>
      <h2>{category.name}</h2>
      {editAt && (
        <Link to={editAt} aria-label={`Edit ${category.name}`}>
          <IconEdit size={18} aria-hidden /> Edit
        </Link>
      )}
    </div>
    {category.products.length === 0 && (
      <p className={classes.quiet}>There are no products assigned to this category</p>
    )}
  </>
)
