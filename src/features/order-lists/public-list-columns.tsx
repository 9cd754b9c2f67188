import type { PublicOrderList } from '#contract/order-lists/schema.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { to } from '#src/paths.ts'
import type { Column } from '#src/ui/table/column.ts'
import { IconEye, IconPencil } from '@tabler/icons-react'
import classes from './public-lists.module.css'

/** C085: the name of a list in its address; `findList` finds the list by it. */
export const publicNameFormatted = (publicName: string): string => publicName.replaceAll(' ', '-')

/** C082, C083. A list without a location or a name has no link. */
export const PUBLIC_LIST_COLUMNS: readonly Column<PublicOrderList>[] = [
  {
    id: 'id',
    label: 'Order List ID',
    value: ({ id }) => id,
    cell: ({ id, company_location }) =>
      company_location === null ? (
        id
      ) : (
        <Link
          to={to.customer(company_location)}
          className={classes.link}
          aria-label={`Edit order list ${id}`}
        >
          <IconPencil size={16} aria-hidden />
          {id}
        </Link>
      ),
  },
  {
    id: 'location',
    label: 'Customer Location',
    value: ({ company_location_name }) => company_location_name,
    wide: true,
  },
  {
    id: 'view',
    label: 'View',
    value: ({ public_name }) => public_name,
    cell: ({ public_name }) =>
      public_name && (
        <Link
          to={to.publicList(publicNameFormatted(public_name))}
          className={classes.link}
          aria-label={`View ${public_name}`}
        >
          <IconEye size={16} aria-hidden />
          {public_name}
        </Link>
      ),
  },
]
